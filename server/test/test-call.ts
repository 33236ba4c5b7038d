import type { Db } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { SessionCall } from '#kit/wire/implement.api.ts'

const secrets = deriveSecrets(new Uint8Array(32).fill(1))

type Given = {
  readonly db: Db
  readonly clock: Clock
  readonly walletId: WalletId
  readonly requestId?: string
  /** Defaults to the business clock. */
  readonly wall?: Date | undefined
}

export function testCall({ db, clock, walletId, requestId = '', wall }: Given): SessionCall {
  const now = clock.now()
  const who = { walletId, sessionId: 's' as SessionId, requestId }
  return { db, clock, now, wall: wall ?? now, secrets, ...who, ip: '', origin: '', userAgent: '' }
}
