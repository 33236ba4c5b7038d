import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Secrets } from '#kit/store/secrets.store.ts'

/**
 * Clients derive keys (4,000 rounds each) until one starts with this prefix: 256 attempts on average, half a second on a phone. A check
 * derives one key.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 4_000, keyPrefix: '00' } as const

const signedBy = ({ captchaKey }: Secrets): string => Buffer.from(captchaKey).toString('hex')

/** JSON, valid only for this key. */
export async function workOf(secrets: Secrets, key: string): Promise<string> {
  const challenge = await createChallenge({
    ...work,
    deriveKey,
    data: { key },
    hmacSignatureSecret: signedBy(secrets),
  })
  return JSON.stringify(challenge)
}

type Done = { challenge: Challenge; solution: Solution }

function readDone(text: string): Done | undefined {
  try {
    const { challenge, solution } = JSON.parse(text) as Partial<Done>
    const isRead = challenge?.parameters && typeof challenge.signature === 'string' && solution
    return isRead ? { challenge, solution } : undefined
  } catch {
    return undefined
  }
}

export async function isWorkDone(secrets: Secrets, key: string, text: string): Promise<boolean> {
  const done = readDone(text)
  // The signature covers the key, so foreign solutions cost no derivation.
  if (done?.challenge.parameters.data?.key !== key) return false
  try {
    const { challenge, solution } = done
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: signedBy(secrets),
    })
    return verified
  } catch {
    return false
  }
}
