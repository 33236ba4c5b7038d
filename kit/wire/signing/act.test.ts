import { describe, expect, it } from 'vitest'
import { type Act, actDigest, actDigestText, actText } from './act.ts'

const act: Act = {
  method: 'POST',
  path: '/wallet/conver',
  key: '7f1f5a8e-0c7c-4c5c-9d5e-2b8f6a1d3c4b',
  fields: { target: 'K7Q2M9XW4P', coin: 'USDT', number: '25.5', real: '' },
}
const digestOf = (change: Partial<Act>) => actDigest({ ...act, ...change })

describe('the digest of an act', () => {
  it('is 43 signs of base64url', () => expect(actDigest(act)).toMatch(actDigestText))

  it('is the same whatever the order of the fields, and whenever it is sent', () => {
    const { target, ...rest } = act.fields
    const fields = { ...rest, target, lang: 'de', source: 'web', timestamp: 1, sign: 'A', nothing: undefined }
    expect(digestOf({ fields, key: act.key.toUpperCase() })).toBe(actDigest(act))
  })

  it('is another one for another method, path, key, field or value', () => {
    const { coin: _coin, ...without } = act.fields
    const others = [
      digestOf({ method: 'GET' }),
      digestOf({ path: '/wallet/withdraw' }),
      digestOf({ key: '7f1f5a8e-0c7c-4c5c-9d5e-2b8f6a1d3c4c' }),
      digestOf({ fields: { ...act.fields, number: '25.51' } }),
      digestOf({ fields: { ...act.fields, number: 25.5 } }),
      digestOf({ fields: { ...act.fields, code: '123456' } }),
      digestOf({ fields: without }),
    ]
    expect(new Set([actDigest(act), ...others]).size).toBe(others.length + 1)
  })

  it('is not the same for a remark that looks like another field', () => {
    const one = { ...act, fields: { real: 'x&target=ME', number: '1' } }
    const other = { ...act, fields: { real: 'x', target: 'ME', number: '1' } }
    expect(actText(one)).not.toBe(actText(other))
  })
})
