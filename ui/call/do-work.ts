import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const timeout = 60_000

/** Solves the proof-of-work alternative to the slider. @returns `work` for `checkCaptcha`, or undefined after a timeout */
export async function doWork(text: string): Promise<string | undefined> {
  const challenge = JSON.parse(text) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey, timeout })
  return solution ? JSON.stringify({ challenge, solution }) : undefined
}
