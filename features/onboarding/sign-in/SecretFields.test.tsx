// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { nothingTyped, SecretFields } from './SecretFields.tsx'

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

function Form() {
  const [secret, setSecret] = useState(nothingTyped)
  const [compared, setCompared] = useState(false)
  return (
    <>
      <SecretFields
        value={secret}
        onChange={setSecret}
        failed={undefined}
        compared={compared}
        onCompare={() => setCompared(true)}
      />
      <output>{JSON.stringify(secret)}</output>
    </>
  )
}
const type = (label: string, text: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

it('keeps what is typed side by side, says where the repeat differs, and where the hint tells the password', () => {
  render(<Form />)
  type('create.hint', 'my TRANQUIL7HERON')
  type('new_password.label', 'Tranquil7heron')
  type('new_password.repeat', 'Tranquil7hero')
  expect(screen.getByText('create.hint_tells')).toBeTruthy()
  expect(screen.getByText('new_password.differs')).toBeTruthy()
  type('create.hint', 'the bird')
  type('new_password.repeat', 'Tranquil7heron')
  expect(screen.queryByText('create.hint_tells')).toBeNull()
  expect(screen.queryByText('new_password.differs')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe(
    JSON.stringify({ password: 'Tranquil7heron', repeat: 'Tranquil7heron', hint: 'the bird' }),
  )
})
