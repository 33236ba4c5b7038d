import { isSignedBy } from '../../../docs/proof/verify.mjs'
import { checkPools, type PoolsQuestion } from '../pools/check-pools.ts'
import { checkPublic, type PublicQuestion } from '../public-proof.ts'
import { checkHot, checkReserves, type HotQuestion, type ReservesQuestion } from './check-reserves.ts'
import { checkOwn, type OwnQuestion } from './own-proof.ts'

export type ProofQuestion = OwnQuestion | PoolsQuestion | PublicQuestion | ReservesQuestion | HotQuestion

/** Fallback for browsers without Ed25519. */
async function isSigned(text: string, signature: string, publicKey: string): Promise<boolean> {
  try {
    return await isSignedBy(text, signature, publicKey)
  } catch {
    return (await import('#kit/seal/signed-text.ts')).isSignedBy(text, signature, publicKey)
  }
}

// Runs in a worker, so checks do not block the UI.
addEventListener('message', ({ data }: MessageEvent<ProofQuestion>) => {
  answerTo(data).then(postMessage, (cause) =>
    // A rejection would not reach the page.
    setTimeout(() => {
      throw cause
    }),
  )
})

async function answerTo(question: ProofQuestion) {
  if ('walletId' in question) return checkOwn(question, isSigned)
  if ('hot' in question) return checkHot(question, isSigned)
  if ('owing' in question) return checkReserves(question, isSigned)
  if ('sums' in question) return checkPools(question, isSigned)
  return checkPublic(question, isSigned)
}
