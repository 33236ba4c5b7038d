import { callLimits } from '#identity/call-count.store.ts'
import { puzzleLifeMs, solutionLifeMs } from '#identity/captcha.ts'
import { challengeLifeMs } from '#identity/challenge.store.ts'
import { sessionIdleMs, sessionLifeMs } from '#identity/session.store.ts'
import { walletTokenLifeMs } from '#identity/wallet-token.store.ts'
import { dayMs, hourMs } from '#kit/clock.ts'
import { keptDays } from '#kit/wire/kept-answer.store.ts'
import { heartbeatMs } from '#kit/wire/live.contract.ts'
import { timestampToleranceSeconds } from '#kit/wire/sign.ts'
import { xAuthNonceMs, xAuthToleranceMs } from '#kit/wire/x-auth.ts'
import { limitsFor } from '../rate-limit.ts'
import { requestTokenLifeMs } from '../request-token.ts'

const seconds = (ms: number): number => ms / 1000

export const lifetimes = {
  requestToken: seconds(requestTokenLifeMs),
  requestTokenRenewedAfter: seconds(hourMs),
  challenge: seconds(challengeLifeMs),
  session: seconds(sessionLifeMs),
  sessionUnused: seconds(sessionIdleMs),
  walletToken: seconds(walletTokenLifeMs),
  idempotencyKey: seconds(keptDays * dayMs),
  timestampTolerance: timestampToleranceSeconds,
  xAuthTolerance: seconds(xAuthToleranceMs),
  xAuthNonce: seconds(xAuthNonceMs),
  puzzle: seconds(puzzleLifeMs),
  puzzleSolution: seconds(solutionLifeMs),
  eventHeartbeat: seconds(heartbeatMs),
}

/** Counts show the operator's default settings. */
export function limitsOf(demo: boolean) {
  const { address, session, streams, times = 1 } = limitsFor(demo)
  const counted = Object.entries(callLimits.initial).map(([name, { minute, hour }]) => [
    name,
    { minute: minute * times, hour: hour * times },
  ])
  return { address, session, streamsOfAnAddress: streams, counted: Object.fromEntries(counted) }
}
