import { describe, expect, it } from 'vitest'
import { signedText, signFields } from './sign.ts'

const fields = {
  email: 'a@b.c',
  scene: 'bind',
  checkKey: 'k',
  checkSign: 's',
  method: 2,
  lang: 'zh-CN',
  source: 'web',
  timestamp: 1764000000,
}

describe('the request signature', () => {
  it('gives the fixed vector', () => {
    expect(signedText(fields)).toBe(
      'checkKey=k&checkSign=s&email=a@b.c&lang=zh-CN&method=2&scene=bind&source=web&timestamp=1764000000',
    )
    expect(signFields(fields, 'dev-fixed-secret')).toBe('0A7357BFC5C99BB06BFB54CFEA65EDE1')
  })

  it('skips itself and what is empty, and writes objects as JSON', () => {
    expect(signedText({ b: '', c: null, d: undefined, sign: 'x', a: { z: [1] }, e: false, f: 0 })).toBe(
      'a={"z":[1]}&e=false&f=0',
    )
  })

  it('sorts by code unit, not by language', () => {
    expect(signedText({ a: 1, B: 2, _: 3 })).toBe('B=2&_=3&a=1')
  })
})
