// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AmountText } from '../text/AmountText.tsx'
import { AmountField } from './AmountField.tsx'
import { CodeField } from './CodeField.tsx'
import { isEnter } from './enter-key.ts'
import { Field, PasswordField } from './Field.tsx'

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

function Amount({ all, kept = '' }: { all?: string; kept?: string }) {
  const [value, setValue] = useState(kept)
  return (
    <>
      <AmountField
        label="Amount"
        value={value}
        onChange={setValue}
        coin="USDT"
        kept={kept !== '' && value === kept}
        {...(all ? { all } : {})}
      />
      <output data-testid="handed on">{value}</output>
      <input aria-label="Outside" onChange={(event) => setValue(event.target.value)} />
    </>
  )
}
function Code({ onFull }: { onFull: (code: string) => void }) {
  const [value, setValue] = useState('')
  return <CodeField label="Google code" value={value} onChange={setValue} onFull={onFull} />
}
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const handed = () => screen.getByTestId('handed on').textContent
const type = (text: string) => {
  fireEvent.change(amount(), { target: { value: text } })
  return amount().value
}

describe('an amount', () => {
  it('shows what is typed in the signs of the language, and once one goes on what was typed in others', () => {
    render(<Amount />)
    expect([type('12.5'), handed()]).toEqual(['12.5', '12.5'])
    expect([type('1844.83'), handed()]).toEqual(['1,844.83', '1844.83'])
    type('')
    for (const text of ['7', '7,', '7,2', '7,25']) expect(type(text)).toBe(text)
    expect(handed()).toBe('7.25')
    fireEvent.blur(amount())
    expect(amount().value).toBe('7.25')
    expect(type('.5')).toBe('0.5')
    expect(type('007')).toBe('7')
  })

  it('says why it does not take anything else, and keeps what stood there', () => {
    render(<Amount />)
    type('12')
    for (const text of ['-1', '1e5', 'abc']) {
      expect(type(text), text).toBe('12')
      expect(screen.getByRole('alert').textContent).toBe('amount.not_read')
    }
    expect(type('1234567890123')).toBe('12')
    expect(screen.getByRole('alert').textContent).toBe('amount.long')
    expect(type('12.34')).toBe('12.34')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(type('12.345')).toBe('12.34')
    expect(screen.getByRole('alert').textContent).toBe('amount.decimals')
  })

  it('asks which amount was pasted where that is unclear, and hands on none until it is said', () => {
    render(<Amount />)
    expect([type('1.000'), handed()]).toEqual(['1.000', ''])
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['1,000.00 USDT', '1.00 USDT'])
    fireEvent.click(screen.getByRole('button', { name: '1,000.00 USDT' }))
    expect([amount().value, handed()]).toEqual(['1,000', '1000'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('waits for an input method, and takes another amount from outside', () => {
    render(<Amount />)
    fireEvent.compositionStart(amount())
    fireEvent.input(amount(), { target: { value: '１０' }, isComposing: true })
    fireEvent.compositionEnd(amount(), { target: { value: '１００' } })
    expect(handed()).toBe('100')
    fireEvent.change(screen.getByLabelText('Outside'), { target: { value: '2500' } })
    expect(amount().value).toBe('2,500')
  })

  it('is typed on our own pad where the caret is, and over what is selected', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    render(<Amount />)
    fireEvent.focus(amount())
    amount().focus()
    const key = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    for (const name of ['1', '0', '0']) key(name)
    expect(amount().value).toBe('100')
    amount().setSelectionRange(0, 3)
    key('5')
    expect(amount().value).toBe('5')
    for (const name of ['0', '0', '0', 'pad.point', '2']) key(name)
    expect([amount().value, handed()]).toEqual(['5,000.2', '5000.2'])
    amount().setSelectionRange(1, 1)
    key('7')
    expect(amount().value).toBe('57,000.2')
    key('pad.delete')
    expect(amount().value).toBe('5,000.2')
    vi.unstubAllGlobals()
  })

  it('keeps its pad in place until a press that began with it is over, so that the press lands', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    render(<Amount />)
    const outside = screen.getByLabelText('Outside')
    const pad = () => screen.queryByRole('button', { name: 'pad.done' })
    const leaveBy = (press: () => void) => {
      act(() => amount().focus())
      expect(pad()).not.toBeNull()
      press()
      act(() => outside.focus())
      expect(pad()).not.toBeNull()
    }
    leaveBy(() => fireEvent.pointerDown(outside))
    fireEvent.pointerUp(outside)
    await waitFor(() => expect(pad()).toBeNull())
    leaveBy(() => {})
    await waitFor(() => expect(pad()).toBeNull())
    vi.unstubAllGlobals()
  })

  it('replaces an amount of an earlier visit by the first key of our own pad', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    render(<Amount kept="1234.5" />)
    screen.getByText('amount.kept')
    fireEvent.focus(amount())
    for (const name of ['5', '0']) fireEvent.click(screen.getByRole('button', { name }))
    expect([amount().value, handed()]).toEqual(['50', '50'])
    expect(screen.queryByText('amount.kept')).toBeNull()
    vi.unstubAllGlobals()
  })

  it('is replaced by what a keyboard types, if it was remembered', () => {
    render(<Amount kept="1234.5" />)
    fireEvent.focus(amount())
    expect([amount().selectionStart, amount().selectionEnd]).toEqual([0, '1,234.5'.length])
    cleanup()
    render(<Amount />)
    type('12')
    amount().setSelectionRange(1, 1)
    fireEvent.focus(amount())
    expect(amount().selectionEnd).toBe(1)
  })

  it('fills in a quarter, a half and all there is, cut down to what can be typed', () => {
    render(<Amount all="98.76543210" />)
    const filled = (name: string) => {
      fireEvent.click(screen.getByRole('button', { name }))
      return [amount().value, handed()]
    }
    expect(filled('25%')).toEqual(['24.69', '24.69'])
    expect(filled('50%')).toEqual(['49.38', '49.38'])
    expect(filled('amount.all')).toEqual(['98.76', '98.76'])
  })

  it('offers no share of nothing', () => {
    const shares = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
    const { rerender } = render(<Amount all="0.03" />)
    expect(shares()).toEqual(['50%', 'amount.all'])
    rerender(<Amount all="0" />)
    expect(shares()).toEqual([])
  })
})

it('takes a code pasted with spaces and in figures of any script, and says when it is full', () => {
  const full = vi.fn()
  render(<Code onFull={full} />)
  const input = screen.getByLabelText<HTMLInputElement>('Google code')
  fireEvent.change(input, { target: { value: '１２۳' } })
  expect(input.value).toBe('123')
  expect(full).not.toHaveBeenCalled()
  // Ignores longer digit strings and multiple codes, because a part would be a different code.
  for (const text of ['123 4567', 'Codes: 123456, 654321']) {
    fireEvent.change(input, { target: { value: text } })
    expect(input.value).not.toBe('123456')
    expect(screen.getByRole('alert').textContent).toBe('form.code_digits')
  }
  expect(full).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { value: 'Your code is 123 456. It ends in 10 minutes.' } })
  expect(input.value).toBe('123456')
  expect(screen.queryByRole('alert')).toBeNull()
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

it('never cuts what is typed or pasted: it says how long it is, as a person counts', () => {
  const name = vi.fn()
  const { rerender } = render(<Field label="Name" value="" onChange={name} most={3} />)
  const input = screen.getByLabelText<HTMLInputElement>('Name')
  expect(input.maxLength).toBe(-1)
  fireEvent.change(input, { target: { value: 'abcd' } })
  expect(name).toHaveBeenCalledExactlyOnceWith('abcd')
  rerender(<Field label="Name" value="abcd" onChange={name} most={3} />)
  expect(screen.getByRole('alert').textContent).toBe('form.too_long')
  rerender(<Field label="Name" value={'👩🏽\u200d🚀ab '} onChange={name} most={3} />)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('takes no Enter for one that chooses a word of an input method, in Safari neither', () => {
  const enter = vi.fn()
  render(<textarea aria-label="Message" onKeyDown={(event) => isEnter(event) && enter()} />)
  const area = screen.getByLabelText('Message')
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 229, isComposing: true })
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 229 })
  fireEvent.keyDown(area, { key: 'a', keyCode: 65 })
  expect(enter).not.toHaveBeenCalled()
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 13 })
  expect(enter).toHaveBeenCalledOnce()
})

it('keeps an amount with its own coin where one reads from the right', () => {
  render(<AmountText value="5" coin="USDT" />)
  expect(screen.getByText('USDT').parentElement?.style.unicodeBidi).toBe('isolate')
})
