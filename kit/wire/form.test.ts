import { expect, it } from 'vitest'
import { encodeForm, fileDigest, signedForm } from './form.ts'
import { signFields } from './signing/sign.ts'

const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString('latin1')

it('is the fields, and the file as it is, between lines nobody can guess', () => {
  const form = encodeForm({ category: 'avatar', note: 'é' }, new Uint8Array([0, 255, 13, 10]))
  const [, boundary = ''] = /boundary=(form-[\w-]{30,})$/.exec(form.type) ?? []
  expect(textOf(form).split(`--${boundary}`)).toEqual([
    '',
    '\r\nContent-Disposition: form-data; name="category"\r\n\r\navatar\r\n',
    '\r\nContent-Disposition: form-data; name="note"\r\n\r\n\u00c3\u00a9\r\n',
    '\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\n\0\u00ff\r\n\r\n',
    '--\r\n',
  ])
  expect(encodeForm({}, new Uint8Array()).type).not.toBe(form.type)
})

it('is signed with the digest of the file in place of the file', () => {
  const file = new Uint8Array([1, 2, 3])
  const text = textOf(signedForm({ category: 'avatar', file, left: undefined }))
  expect(text).toContain(signFields({ category: 'avatar', file: fileDigest(file) }))
  expect(text).not.toContain('left')
})

it('takes a file that is none as a text, so that the server can refuse it', () => {
  const text = textOf(signedForm({ file: ['a', 'b'], category: '' }))
  expect(text).toContain('name="file"\r\n\r\n["a","b"]\r\n')
  expect(text).toContain(signFields({ file: ['a', 'b'] }))
  expect(text).not.toContain('filename')
})
