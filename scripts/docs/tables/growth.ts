import { callLimits } from '#identity/captcha/call-count.store.ts'
import { passkeysMax } from '#identity/passkeys/passkey.ts'
import { albumMax } from '#identity/pictures/picture-terms.ts'
import { chainIds } from '#kit/chain/chains.ts'
import { evidenceDays, quotas, sentPictureDays } from '#kit/store/quotas.ts'
import { keptDays } from '#kit/wire/kept-answer.store.ts'
import { alertsMax } from '#market/feeds/alerts.ts'
import { limitsFor, writesOfDay } from '#server/limits/rate-limit.ts'
import { table } from './table.ts'

/**
 * `stranger`: one unknown address. `holder`: one wallet, free to create. `chain`: payers of chain fees. `time`: operators, the clock, or
 * the number of wallets, coins and products.
 */
export type GrownBy = 'stranger' | 'holder' | 'chain' | 'time'

type Growth = {
  readonly by: GrownBy
  /** Maximum including indexes, measured or from field limits. */
  readonly rowBytes?: number
  /** Maximum per day for one address or wallet. */
  readonly rows?: number
  /** Maximum bytes per day, if a quota applies. */
  readonly bytes?: number
  readonly bound: string
}

const hours = 24
const { initial: counted } = callLimits
const limits = limitsFor(false)
const unlimited = { burst: Number.POSITIVE_INFINITY, perSecond: 0 }
const writes = writesOfDay(limits.writes ?? unlimited) + writesOfDay(limits.guarding ?? unlimited)
const requests = writesOfDay(limits.session)
const creations = counted.creation.hour * hours
const signIns = counted.sign_in.hour * hours
const restores = counted.restore.hour * hours
const month = 'quota of the month'
const written = 'writes of a wallet'
const time: Growth = { by: 'time', bound: '' }

/** Each write adds one permanent row. */
const byWrites = (rowBytes: number, bound = ''): Growth => ({
  by: 'holder',
  rowBytes,
  rows: writes,
  bound: bound ? `${written}; ${bound}` : written,
})

const growths: Readonly<Record<string, Growth>> = {
  wallet: {
    by: 'stranger',
    rowBytes: 700,
    rows: creations,
    bound: 'creations of an address and a network, then puzzles',
  },
  identity_key: { by: 'stranger', rowBytes: 1_500, rows: creations + restores, bound: 'creations and restores' },
  identity_certificate: {
    by: 'stranger',
    rowBytes: 500,
    rows: restores * chainIds.length,
    bound: 'restores; one for each chain',
  },
  identity_challenge: { by: 'stranger', rowBytes: 300, rows: creations + restores, bound: 'partitions, four days' },
  session: { by: 'stranger', rowBytes: 900, rows: signIns + creations, bound: 'sign-ins; ended ones seven days' },
  login_record: { by: 'stranger', rowBytes: 600, rows: signIns + creations, bound: 'sign-ins' },
  login_failure: {
    by: 'stranger',
    rowBytes: 500,
    rows: 9 * hours,
    bound: 'nine rows an hour and wallet; partitions, eight weeks',
  },
  secret_attempts: { by: 'stranger', rowBytes: 250, rows: signIns, bound: 'sign-ins; one day' },
  captcha_attempt: {
    by: 'stranger',
    rowBytes: 150,
    rows: counted.puzzle.hour * hours,
    bound: 'puzzles; partitions, 40 minutes',
  },
  call_count: {
    by: 'stranger',
    rowBytes: 200,
    rows: 4 * 60 * hours * Object.keys(counted).length,
    bound: 'a row for a caller, call and minute; partitions, four hours',
  },
  picture: {
    by: 'holder',
    bytes: quotas.picture.wallet + quotas.evidence.wallet,
    bound: `${month}; ${albumMax} unsent of a kind for a day, sent ones ${sentPictureDays} days after the end`,
  },
  otc_evidence: {
    by: 'holder',
    bytes: quotas.evidence.wallet,
    bound: `${month}; ${evidenceDays} days after the trade ended`,
  },
  chat_message: { by: 'holder', bytes: quotas.message.wallet, bound: month },
  quota_use: { by: 'holder', rowBytes: 150, rows: 10, bound: 'a few rows a month and wallet; two months' },
  kept_answer: byWrites(1_200, `partitions, ${keptDays} days`),
  session_nonce: {
    by: 'holder',
    rowBytes: 150,
    rows: requests,
    bound: 'requests of a session; partitions, 40 minutes',
  },
  wallet_token: {
    by: 'holder',
    rowBytes: 400,
    rows: counted.password.hour * hours,
    bound: 'one for a session; five minutes',
  },
  passkey: byWrites(900, `${passkeysMax} in use; ended ones 30 days`),
  passkey_challenge: { by: 'holder', rowBytes: 120, rows: requests, bound: 'partitions, 40 minutes' },
  security_event: byWrites(120),
  wallet_region: byWrites(120),
  authenticator: { ...time, bound: 'one for a wallet' },
  mailbox: { ...time, bound: 'one for a wallet' },
  mail_code: { by: 'holder', rowBytes: 400, rows: 4, bound: 'one for a purpose; an hour' },
  mail: { by: 'holder', rowBytes: 1_500, rows: counted.mail.hour * hours + writes, bound: `${written}; one day` },
  moved_without_code: byWrites(200, '24 hours'),
  push_choice: { ...time, bound: 'one for a wallet' },
  push_sent: byWrites(150, 'some days'),
  notice_read_position: { ...time, bound: 'one for a wallet' },
  price_alert: { by: 'holder', rowBytes: 200, rows: alertsMax, bound: `${alertsMax} of a wallet` },
  bound_address: { by: 'holder', rowBytes: 900, rows: chainIds.length, bound: 'one for a chain' },
  address_change: byWrites(900, 'each with a code of the authenticator, one open for a chain'),
  chat_thread: byWrites(250, 'one with support, one for a trade'),
  chat_party: byWrites(200, 'two for a thread'),
  transfer: byWrites(500),
  exchange_receipt: byWrites(500),
  market_trade: byWrites(300),
  'books.entry_key': byWrites(200),
  'books.posting': byWrites(900, 'monthly partitions'),
  'books.kept_record': byWrites(150, 'one a posting, of wallets with more than 256'),
  'books.kept_day': byWrites(150, 'kinds of movement a day'),
  'books.kept_month': byWrites(150, 'kinds of movement a month'),
  'books.kept_order': byWrites(150, 'kinds of movement of an order'),
  'books.kept_until': byWrites(80, 'one for an account'),
  'books.account': byWrites(300, 'one for a wallet, purpose and coin, and for each order'),
  investment_order: byWrites(700, 'least amounts and quotas of a product'),
  order_transition: byWrites(200),
  order_event: byWrites(250),
  order_reservation: byWrites(400, 'a tenth of the price each'),
  queue_log: byWrites(200, 'reservations'),
  power_code: byWrites(150, 'machines and packages that are bought'),
  otc_ad: byWrites(2_500),
  otc_payment_details: byWrites(1_500, 'each with a password, from the second on with a code'),
  otc_transaction: byWrites(2_000, 'three open ones, three left in a day'),
  otc_event: byWrites(150, 'steps of trades'),
  otc_dispute: byWrites(1_500, 'one for a trade'),
  withdrawal: byWrites(1_200, 'least amount and fee'),
  faucet_request: byWrites(200, 'demo alone'),
  wallet_quiz: { ...time, bound: 'one for a wallet and line' },
  deposit: {
    by: 'chain',
    rowBytes: 500,
    bound: 'fees of the chain; a thousand small payments of a wallet wait as rows',
  },
  dust: { by: 'chain', rowBytes: 200, bound: 'fees of the chain; a sum for a wallet and coin' },
  dust_in_block: { by: 'chain', rowBytes: 200, bound: 'fees of the chain; a row for a block, coin and address' },
  stray_balance: { by: 'chain', rowBytes: 200, bound: 'fees of the chain; a row for an address and coin' },
  resting_balance: { by: 'chain', rowBytes: 200, bound: 'fees of the chain; a row for an address and coin' },
  chain_remainder: { by: 'chain', rowBytes: 200, bound: 'fees of the chain; the newest rows' },
  block_part: { by: 'chain', rowBytes: 200, bound: 'payments of a block; until it is read' },
}

const ofTime = [
  'approver',
  'article',
  'article_text',
  'books.account_class',
  'books.month',
  'books.movement',
  'chain_block',
  'chain_incident',
  'chat_staff_picture',
  'coin_reference',
  'company_address',
  'compute_purchase',
  'custody_key',
  'custody_level',
  'demo_clock',
  'demo_clock_move',
  'deposit_address',
  'deposit_key',
  'deposit_certificate',
  'deposit_correction',
  'draw',
  'draw_day',
  'feed_alarm',
  'feed_price',
  'first_credit_wait',
  'fund_booking',
  'fund_hold',
  'fund_lost',
  'fund_part',
  'fund_split',
  'fund_value',
  'home_link',
  'let_go_minute',
  'market',
  'market_candle',
  'market_share_change',
  'market_standing',
  'migration',
  'network',
  'notice',
  'operator',
  'operator_log',
  'operator_log_head',
  'operator_proposal',
  'operator_refusal',
  'operator_stop',
  'order_round',
  'outgoing_attempt',
  'outgoing_transaction',
  'payment',
  'payment_lane',
  'payout_cap',
  'power_day',
  'power_held',
  'power_paid',
  'product',
  'product_card',
  'product_period',
  'product_quota',
  'proof_block',
  'proof_check',
  'proof_day',
  'proof_flow',
  'proof_flow_day',
  'proof_owners',
  'proof_root',
  'proof_signature',
  'proof_trouble',
  'real_since',
  'reconciliation',
  'referral_count',
  'reread_round',
  'reserve_check',
  'reserve_part',
  'reserve_signature',
  'reward_day',
  'reward_due',
  'server_secret',
  'setting',
  'setting_change',
  'setting_version',
  'settlement_day',
  'settlement_fee',
  'settlement_pot',
  'settlement_price',
  'settlement_step',
  'settlement_weight',
  'signer_watermark',
  'star_change',
  'star_upgrade',
  'suspense_release',
  'sweep',
  'sweep_floor',
  'team_day',
  'tron_sweep',
  'tron_sweep_step',
  'venue_address',
  'venue_movement',
  'wallet_star',
  'wallet_team',
  'withdrawal_approval',
  'worker_lease',
] as const

export const growthOf: ReadonlyMap<string, Growth> = new Map([
  ...Object.entries(growths),
  ...ofTime.map((name) => [name, time] as const),
])

export const mostBytesOfDay = ({ bytes, rowBytes = 0, rows = 0 }: Growth): number => bytes ?? rowBytes * rows

const shown = (bytes: number): string =>
  bytes === 0 ? '–' : bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const headings: Readonly<Record<Exclude<GrownBy, 'time'>, string>> = {
  stranger: 'One address without a session',
  holder: 'One wallet',
  chain: 'The payer of network fees',
}

/** Fastest-growing tables first. */
export function growthTable(): string {
  const parts = Object.entries(headings).map(([by, heading]) => {
    const all = [...growthOf].filter(([, growth]) => growth.by === by)
    const sorted = all.toSorted(([, one], [, other]) => mostBytesOfDay(other) - mostBytesOfDay(one))
    const rows = sorted.map(([name, growth]) => [`\`${name}\``, shown(mostBytesOfDay(growth)), growth.bound])
    return `### ${heading}\n\n${table(['Table', 'Most in a day', 'Bounded by'], rows)}`
  })
  const rest = [...growthOf].filter(([, { by }]) => by === 'time').map(([name]) => `\`${name}\``)
  return `${parts.join('\n')}\n### Operators and time alone\n\n${rest.toSorted().join(', ')}\n`
}
