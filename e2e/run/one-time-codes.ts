import { openDb } from '#engine/open-db.store.ts'
import { codeAt, stepSeconds } from '#identity/authenticator/authenticator.ts'
import { wallClock } from '#kit/time/clock.ts'

/**
 * Unlimited codes. The product forgets the last before each use, so tests need not wait half a minute. Another test covers reuse. @param
 * dataDir the product's
 */
export function oneTimeCodes(secret: Uint8Array, dataDir: string): () => Promise<string> {
  let last = 0
  return async () => {
    const now = wallClock.now()
    const step = Math.floor(now.getTime() / 1000 / stepSeconds)
    if (step <= last) await forgetUsedCodes(dataDir)
    last = step
    return codeAt(secret, now)
  }
}

async function forgetUsedCodes(dataDir: string): Promise<void> {
  const db = await openDb({ dataDir })
  await db.query('UPDATE authenticator SET last_step = 0')
  await db.close()
}
