import { callLimits } from '#identity/captcha/call-count.store.ts'
import { puzzleLifeMs, solutionLifeMs } from '#identity/captcha/captcha.ts'
import { challengeLifeMs } from '#identity/sessions/challenge.store.ts'
import { sessionIdleMs, sessionLifeMs } from '#identity/sessions/session.store.ts'
import { walletTokenLifeMs } from '#identity/sessions/wallet-token.store.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { heartbeatMs } from '#kit/wire/contracts/live.contract.ts'
import { keptDays } from '#kit/wire/kept-answer.store.ts'
import { timestampToleranceSeconds } from '#kit/wire/signing/sign.ts'
import { xAuthNonceMs, xAuthToleranceMs } from '#kit/wire/signing/x-auth.ts'
import { limitsFor } from '../limits/rate-limit.ts'
import { requestTokenLifeMs } from '../limits/request-token.ts'

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
