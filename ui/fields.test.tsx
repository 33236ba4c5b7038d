// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AmountField } from './AmountField.tsx'
import { CodeField } from './CodeField.tsx'
import { PasswordField } from './Field.tsx'

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

function Amount({ all }: { all?: string }) {
  const [value, setValue] = useState('')
  return <AmountField label="Amount" value={value} onChange={setValue} coin="USDT" {...(all ? { all } : {})} />
}
function Code({ onFull }: { onFull: (code: string) => void }) {
  const [value, setValue] = useState('')
  return <CodeField label="Google code" value={value} onChange={setValue} onFull={onFull} />
}
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const type = (text: string) => {
  fireEvent.change(amount(), { target: { value: text } })
  return amount().value
}

describe('an amount', () => {
  it('takes figures with at most two decimals, and a comma for a point', () => {
    render(<Amount />)
    expect(type('12.5')).toBe('12.5')
    expect(type('12.345')).toBe('12.5')
    expect(type('7,25')).toBe('7.25')
    expect(type('.5')).toBe('0.5')
    expect(type('007')).toBe('7')
  })

  it('does not take anything else', () => {
    render(<Amount />)
    for (const text of ['-1', '1e5', 'abc', '1.2.3', '1234567890123']) expect(type(text), text).toBe('')
  })

  it('fills in all there is, cut down to what can be typed', () => {
    render(<Amount all="98.76543210" />)
    fireEvent.click(screen.getByRole('button'))
    expect(amount().value).toBe('98.76')
  })
})

it('takes a code pasted with spaces, and says when it is full', () => {
  const full = vi.fn()
  render(<Code onFull={full} />)
  const input = screen.getByLabelText<HTMLInputElement>('Google code')
  fireEvent.change(input, { target: { value: '12' } })
  expect(full).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { value: '123 4567' } })
  expect(input.value).toBe('123456')
  expect(full).toHaveBeenCalledExactlyOnceWith('123456')
})

it('covers a password until its eye is pressed, and says what is wrong with it', () => {
  render(<PasswordField label="Wallet password" value="aurora2026" onChange={() => {}} error="Wrong." />)
  const input = screen.getByLabelText<HTMLInputElement>('Wallet password')
  expect(input.type).toBe('password')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Wrong.')
  fireEvent.click(screen.getByRole('button'))
  expect(input.type).toBe('text')
})
