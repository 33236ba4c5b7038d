import type { ProofPurpose } from '#identity/captcha/proof-purpose.ts'
import { type Challenge, type Proof, proofTextFor, readProof } from '#identity/sessions/identity-key.ts'
import { isStrangersSignatureRight } from '#identity/sessions/signature.server.ts'
import { fail } from '#kit/failure.ts'

/** @throws identity.mnemonic_wrong if malformed */
export const proofOf = (text: string): Proof => readProof(text) ?? fail('identity.mnemonic_wrong')

export type Signed = {
  readonly purpose: ProofPurpose
  readonly origin: string
  readonly challenge: Challenge
  readonly proof: Proof
  /** In a restore: the new key's proof over the same message. */
  readonly newProof?: Proof
  readonly deviceId: string
}

/** @returns the signed message. @throws identity.mnemonic_wrong */
export function verifyProofs({ purpose, origin, challenge, proof, newProof, deviceId }: Signed): string {
  const { cid, iat, exp } = challenge
  const facts = { purpose, origin, cid, challenge: challenge.challenge, iat, exp, pub: proof.pub, deviceId }
  const message = proofTextFor(newProof ? { ...facts, newPub: newProof.pub } : facts)
  // Always verify both, so the timing does not reveal which one is wrong.
  const old = isStrangersSignatureRight(message ?? '', proof.signature, proof.pub)
  const next = !newProof || isStrangersSignatureRight(message ?? '', newProof.signature, newProof.pub)
  if (!message || !old || !next || newProof?.pub === proof.pub) fail('identity.mnemonic_wrong')
  return message
}
