import { balancesCalls } from '#features/balances/balances.api.ts'
import { captchaCalls } from '#features/captcha/captcha.api.ts'
import { chatCalls } from '#features/chat/chat.api.ts'
import { depositsCalls } from '#features/deposits/deposits.api.ts'
import { exchangeCalls } from '#features/exchange/exchange.api.ts'
import { investingCalls } from '#features/investing/investing.api.ts'
import { marketCalls } from '#features/market/market.api.ts'
import { newsCalls } from '#features/news/news.api.ts'
import { loadLatestNotices } from '#features/news/notices.store.ts'
import { onboardingCalls } from '#features/onboarding/onboarding.api.ts'
import { otcCalls } from '#features/otc/otc.api.ts'
import { powerCalls } from '#features/power/power.api.ts'
import { profileCalls } from '#features/profile/profile.api.ts'
import { moneyCalls } from '#features/proof/money/money.api.ts'
import { poolCalls } from '#features/proof/pools/pools.api.ts'
import { powerSumCalls } from '#features/proof/power/power.api.ts'
import { proofCalls } from '#features/proof/proof.api.ts'
import { queueCalls } from '#features/proof/queue/queue.api.ts'
import { statusCalls } from '#features/proof/status/status.api.ts'
import { securityCalls } from '#features/security/security.api.ts'
import { teamCalls } from '#features/team/team.api.ts'
import { loadTransferDetail } from '#features/transfers/transfer-detail.store.ts'
import { transfersCalls } from '#features/transfers/transfers.api.ts'
import { withdrawalsCalls } from '#features/withdrawals/withdrawals.api.ts'
import type { Implementation } from '#kit/wire/implement.api.ts'
import { loadExchangeDetail } from '#market/trade/exchange-detail.store.ts'
import { openCalls } from './http-open.api.ts'
import { outcomeCalls } from './http-outcome.api.ts'

/**
 * All API calls, grouped by feature. @param mails whether mail is sent by SMTP or to the demo outbox @param lines this server's addresses
 * (ORIGINS) @param pushHosts additional push services (PUSH_HOSTS)
 */
export const routes = (
  demo: boolean,
  mails = demo,
  lines: readonly string[] = [],
  pushHosts: readonly string[] = [],
): readonly Implementation[] => [
  ...openCalls(demo, lines),
  ...outcomeCalls,
  ...balancesCalls({ transfer: loadTransferDetail, exchange: loadExchangeDetail }),
  ...captchaCalls,
  ...chatCalls,
  ...depositsCalls,
  ...exchangeCalls,
  ...investingCalls,
  ...marketCalls(loadLatestNotices),
  ...newsCalls(pushHosts),
  ...onboardingCalls(demo),
  ...otcCalls,
  ...powerCalls,
  ...profileCalls,
  ...moneyCalls,
  ...poolCalls,
  ...powerSumCalls,
  ...queueCalls,
  ...statusCalls,
  ...proofCalls(demo),
  ...securityCalls(mails),
  ...teamCalls,
  ...transfersCalls,
  ...withdrawalsCalls,
]
