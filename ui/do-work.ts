import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Nobody waits longer for the work of a puzzle: a slow phone needs a few seconds. */
const timeout = 60_000

/** Does the work that stands in for sliding. @returns what `checkCaptcha` takes as `work`; undefined when it took too long */
export async function doWork(text: string): Promise<string | undefined> {
  const challenge = JSON.parse(text) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey, timeout })
  return solution ? JSON.stringify({ challenge, solution }) : undefined
}
