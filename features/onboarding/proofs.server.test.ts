import { expect, it } from 'vitest'
import { identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import { proofOf, verifyProofs } from './proofs.server.ts'

const challenge = { cid: 'c_01', challenge: 'A'.repeat(43), iat: 1764000000, exp: 1764000120 }
const common = { purpose: 'restore', origin: 'https://wallet.example', deviceId: 'd_01' } as const

async function newKey() {
  const key = await identityKeyOf(newPhrase())
  if (!key) throw new Error('a new phrase is a phrase')
  return key
}

it('takes a restore only when both keys signed the same message, and are two', async () => {
  const [old, next] = [await newKey(), await newKey()]
  const facts = { ...common, ...challenge, pub: old.publicText, newPub: next.publicText }
  const proof = proofOf(makeProof(facts, old))
  const newProof = proofOf(makeProof(facts, next))
  expect(verifyProofs({ ...common, challenge, proof, newProof })).toContain(next.publicText)
  const wrong = [
    { proof, newProof: { ...newProof, signature: proof.signature } },
    { proof: { ...proof, signature: newProof.signature }, newProof },
    { proof, newProof: { ...proof } },
    { proof },
    { proof, newProof, deviceId: 'd_02' },
    { proof, newProof, origin: 'https://evil.example' },
    { proof, newProof, purpose: 'enter' as const },
    { proof, newProof, challenge: { ...challenge, exp: challenge.exp + 1 } },
  ]
  for (const change of wrong)
    expect(() => verifyProofs({ ...common, challenge, ...change }), JSON.stringify(change)).toThrow(
      'identity.mnemonic_wrong',
    )
})

it('reads no words as a proof', () => {
  expect(() => proofOf(newPhrase())).toThrow('identity.mnemonic_wrong')
})
