import { describe, expect, it } from 'vitest'
import { certificateTextOf, proofTextOf, readProofText } from './signed-lines.ts'

const pub = 'A'.repeat(43)
const next = 'B'.repeat(43)
const proof = ['restore', 'https://wallet.example', 'c_01', 'C'.repeat(43), 1, 121, pub, next, 'd_01'] as const
const evm = '0x0000000000000000000000000000000000000001'

describe('a text to sign', () => {
  it('is read as it was written', () => {
    expect(readProofText(proofTextOf(proof) ?? '')).toEqual({ purpose: 'restore', pub, newPub: next })
    expect(readProofText(proofTextOf(proof.with(7, '-')) ?? '')?.newPub).toBeUndefined()
    expect(certificateTextOf(['123456789N', 'bsc', evm, 5])?.split('\n')).toHaveLength(5)
    expect(certificateTextOf(['123456789N', 'bsc', evm, evm, 5])?.split('\n')).toHaveLength(6)
  })

  it('has no line with another in it, too many, or too few', () => {
    for (const place of proof.keys())
      for (const bad of ['a\nb', 'a\r', '', ' ', 'ü', `${proof[place]}\n`, `\n${proof[place]}`])
        expect(proofTextOf(proof.with(place, bad)), `${place} ${bad}`).toBeUndefined()
    const text = proofTextOf(proof) ?? ''
    for (const bad of [
      `${text}\n`,
      `${text}\nmore`,
      text.slice(0, text.lastIndexOf('\n')),
      text.replace('auth', 'bind'),
    ])
      expect(readProofText(bad)).toBeUndefined()
    const bound = ['123456789N', 'bsc', evm, 5]
    for (const place of bound.keys())
      for (const bad of ['a\nb', '', `${bound[place]}\n`])
        expect(certificateTextOf(bound.with(place, bad)), `${place} ${bad}`).toBeUndefined()
  })
})
