import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, it } from 'vitest'
import { proofTextOf } from '#kit/seal/signed-lines.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { isCertificateRight, successorOf } from './certificate.ts'

const holder = ed25519.utils.randomSecretKey()
const [old, next, thief] = [holder, ...[1, 2].map(() => ed25519.utils.randomSecretKey())].map(publicTextOf)
const evm = '0x0000000000000000000000000000000000000001'

it('follows a key to the one it named, and to no key that was written into another line', () => {
  const honest =
    proofTextOf(['restore', 'https://a.example', 'c_1', 'B'.repeat(43), 1, 2, old ?? '', next ?? '', 'd_01']) ?? ''
  expect(successorOf(old ?? '', { message: honest, signature: signWith(honest, holder) })).toBe(next)
  const cid = ['c_1', 'B', '1', '2', old, thief].join('\n')
  const forged = ['idwallet-auth-v1', 'restore', 'https://a.example', cid, 'B', 1, 2, old, next, 'd_01'].join('\n')
  expect(successorOf(old ?? '', { message: forged, signature: signWith(forged, holder) })).toBeUndefined()
})

it('takes no certificate whose values bring lines of their own', () => {
  const certify = (walletId: string, address: string) => {
    const text = ['idwallet-bind-v1', walletId, 'bsc', address, 5].join('\n')
    const signed = { publicKey: old ?? '', signature: signWith(text, holder) }
    return isCertificateRight({ walletId, chain: 'bsc', address, issuedAt: 5, ...signed })
  }
  expect(certify('123456789N', evm)).toBe(true)
  expect(certify('123456789N\nbsc', evm)).toBe(false)
  expect(certify('123456789N', `${evm}\n6`)).toBe(false)
})
