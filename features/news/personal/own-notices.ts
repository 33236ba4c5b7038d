import type { Asset } from '#kit/assets.ts'
import { addMs, type Day, dayMs, dayOf } from '#kit/clock.ts'

/** What a notice to one person tells. A device on its lock screen is told no more than this. */
export const ownKinds = [
  'arrived',
  'withdrawal_asked',
  'withdrawal_sent',
  'withdrawal_back',
  'order_over',
  'paid',
  'otc_taken',
  'otc_paid',
  'otc_released',
  'otc_over',
  'otc_dispute',
  'new_device',
  'mail',
  'password_changed',
  'authenticator',
  'authenticator_off',
  'restore',
  'phrase',
  'address',
  'frozen',
  'unfrozen',
  'passkey',
  'passkey_copied',
  'payment_details',
  'price_alert',
] as const
export type OwnKind = (typeof ownKinds)[number]

/** Which notices belong together. */
export const ownTopics = ['money', 'orders', 'otc', 'prices', 'security'] as const
export type OwnTopic = (typeof ownTopics)[number]

export function topicOf(kind: OwnKind): OwnTopic {
  if (kind === 'arrived' || kind.startsWith('withdrawal_')) return 'money'
  if (kind === 'order_over' || kind === 'paid') return 'orders'
  if (kind === 'price_alert') return 'prices'
  return kind.startsWith('otc_') ? 'otc' : 'security'
}

/** Where the thing stands that a notice tells of. */
export function placeOf({ kind, subject }: Pick<OwnNotice, 'kind' | 'subject'>) {
  const query = { id: subject }
  const topic = topicOf(kind)
  if (kind === 'payment_details') return { to: '/pages/otc/ads' } as const
  if (topic === 'security') return { to: '/pages/my/security' } as const
  if (topic === 'prices') return { to: '/pages/exchange/index', query: { view: 'pair', pair: subject } } as const
  if (topic === 'otc') return { to: '/pages/otc/order', query } as const
  if (kind === 'order_over') return { to: '/pages/invest/detail', query } as const
  return subject ? ({ to: '/pages/wallet/info', query } as const) : ({ to: '/pages/wallet/logs' } as const)
}

/** One thing that happened in a wallet. */
export type OwnNotice = {
  /** The same for the same event, whenever it is asked. */
  readonly key: string
  readonly kind: OwnKind
  readonly at: Date
  /** Which clock it happened on. */
  readonly clock: 'business' | 'real'
  /** The number of the record, order, trade or pair it leads to; empty where it leads to a screen as a whole. */
  readonly subject: string
  /** What came or went, for the app alone. */
  readonly amounts?: readonly NoticeAmount[]
  /** The product line or other payer of income, where there is only one; the wallet that sent coins. */
  readonly source?: string
  /** Days of income in one notice. */
  readonly days?: number
}
/** Positive where it came in. */
export type NoticeAmount = { readonly asset: Asset; readonly units: bigint }

/** What of a record a notice is made of. */
export type TellingRecord = {
  readonly id: bigint
  readonly at: Date
  readonly code: number
  readonly purpose: string
  readonly direction: 'in' | 'out'
  readonly asset: Asset
  readonly units: bigint
  readonly other: { readonly owner: string; readonly own: boolean }
  readonly ref?: string
}

/** Record types of coins that come in by themselves: what orders pay, and what the work of a team does. */
export const incomeCodes: ReadonlySet<number> = new Set([13, 14, 19, 25, 26, 28, 35, 39, 40, 102, 103, 104, 109, 112])
/** What comes from outside or from another wallet. */
export const arrivalCodes: ReadonlySet<number> = new Set([0, 1, 2, 4])
/** The steps of a withdrawal. */
export const withdrawalCodes: ReadonlySet<number> = new Set([3, 101])

/** What a record of a coin tells its holder; undefined where they did it themselves, or an order or trade tells it. */
export function kindOfRecord({ code, purpose, direction, other }: TellingRecord): OwnKind | undefined {
  const isReceived = purpose === 'available' && direction === 'in'
  if (code === 3) return purpose === 'available' ? 'withdrawal_asked' : 'withdrawal_sent'
  if (!isReceived) return undefined
  if (code === 101) return 'withdrawal_back'
  if (arrivalCodes.has(code)) return 'arrived'
  // Shares of a market that come back at the end of a term have the code of the pool's daily share.
  if (code === 13 && other.owner.startsWith('market')) return undefined
  return incomeCodes.has(code) ? 'paid' : undefined
}

/** Notices of records: one for each withdrawal's step, and one for all that a day paid. The newest of each key stands. */
export function noticesOfRecords(records: readonly TellingRecord[]): OwnNotice[] {
  const found = new Map<string, OwnNotice>()
  for (const record of records) {
    const kind = kindOfRecord(record)
    if (!kind) continue
    const { at, id, ref } = record
    const key = kind === 'paid' ? `paid:${dayOf(at)}` : `${kind}:${ref ?? id}`
    const known = found.get(key)
    const amount = { asset: record.asset, units: record.direction === 'in' ? record.units : -record.units }
    if (known && known.at.getTime() === at.getTime())
      found.set(key, { ...known, amounts: added(known.amounts, [amount]) })
    if (known && known.at >= at) continue
    const [of, sender] = record.other.owner.split(':')
    found.set(key, {
      ...{ key, kind, at, clock: 'business', subject: kind === 'paid' ? '' : `${id}`, amounts: [amount] },
      ...(kind === 'arrived' && of === 'wallet' && sender ? { source: sender } : {}),
    })
  }
  return [...found.values()]
}

/** Amounts coin by coin, in the order in which the coins first appear. */
function added(one: readonly NoticeAmount[] = [], other: readonly NoticeAmount[] = []): NoticeAmount[] {
  const sums = new Map<Asset, bigint>()
  for (const { asset, units } of [...one, ...other]) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return [...sums].map(([asset, units]) => ({ asset, units }))
}

type Paid = {
  readonly day: Day
  readonly at: Date
  readonly asset: Asset
  readonly payer: string
  readonly units: bigint
}

/** "compound" of `pool.compound.free` and of `order.compound.promised`; "referral" of `house.referral`. */
const sourceOf = (payer: string): string => payer.split('.')[1] ?? ''

/** Two notices of income as one: the newer moment, all amounts, and the payer where it is the same. */
function joined(one: OwnNotice, other: OwnNotice): OwnNotice {
  const { source, ...newer } = one.at >= other.at ? one : other
  const days = (one.days ?? 1) + (other.days ?? 1)
  const amounts = added(one.amounts, other.amounts)
  return { ...newer, amounts, days, ...(source && one.source === other.source ? { source } : {}) }
}

/** One notice for all that a day paid. */
export function paidNotices(paid: readonly Paid[]): OwnNotice[] {
  const found = new Map<Day, OwnNotice>()
  for (const { day, at, asset, payer, units } of paid) {
    const notice: OwnNotice = {
      ...{ key: `paid:${day}`, kind: 'paid', at, clock: 'business', subject: '', source: sourceOf(payer) },
      amounts: [{ asset, units }],
    }
    const known = found.get(day)
    found.set(day, known ? { ...joined(known, notice), days: 1 } : { ...notice, days: 1 })
  }
  return [...found.values()]
}

/** The Monday of a day's week, in UTC. */
const mondayOf = (at: Date): Day => dayOf(addMs(at, -((at.getUTCDay() + 6) % 7) * dayMs))

/** The same with the income of each week in one notice. For the app; a device is told of each day. */
export function byWeek(notices: readonly OwnNotice[]): OwnNotice[] {
  const found = new Map<string, OwnNotice>()
  for (const notice of notices) {
    const key = notice.kind === 'paid' ? `paid:week:${mondayOf(notice.at)}` : notice.key
    const known = found.get(key)
    found.set(key, { ...(known ? joined(known, notice) : notice), key })
  }
  return [...found.values()]
}

/** How far somebody has read, on each clock. */
export type ReadMark = { readonly business: Date; readonly real: Date }

export const isUnread = ({ at, clock }: OwnNotice, mark: ReadMark | undefined): boolean =>
  mark === undefined || at > mark[clock]

/** The moment of a notice on the business clock, which the list is read by: the real one is moved by as much as that is ahead. */
export const momentOf = ({ at, clock }: Pick<OwnNotice, 'at' | 'clock'>, aheadMs: number): Date =>
  clock === 'real' ? addMs(at, aheadMs) : at

/** Newest first, on one line of time. */
export function inOrder(notices: readonly OwnNotice[], aheadMs: number): OwnNotice[] {
  const moment = (notice: OwnNotice) => momentOf(notice, aheadMs).getTime()
  return notices.toSorted((a, b) => moment(b) - moment(a) || (a.key < b.key ? 1 : -1))
}

/** A mark as text: both moments in milliseconds. */
export const showMark = ({ business, real }: ReadMark): string => `${business.getTime()}.${real.getTime()}`
export function readMark(text: string): ReadMark {
  const [business, real] = text.split('.').map((ms) => new Date(Number(ms)))
  return { business: business as Date, real: real as Date }
}
