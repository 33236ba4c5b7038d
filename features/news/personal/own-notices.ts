import type { Asset } from '#kit/amount/coins.ts'
import { addMs, type Day, dayMs, dayOf } from '#kit/time/clock.ts'

/** Kinds of notices. A push message shows only the kind. */
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

export const ownTopics = ['money', 'orders', 'otc', 'prices', 'security'] as const
export type OwnTopic = (typeof ownTopics)[number]

export function topicOf(kind: OwnKind): OwnTopic {
  if (kind === 'arrived' || kind.startsWith('withdrawal_')) return 'money'
  if (kind === 'order_over' || kind === 'paid') return 'orders'
  if (kind === 'price_alert') return 'prices'
  return kind.startsWith('otc_') ? 'otc' : 'security'
}

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

export type OwnNotice = {
  /** Stable for the same event. */
  readonly key: string
  readonly kind: OwnKind
  readonly at: Date
  readonly clock: 'business' | 'real'
  /** Number of the record, order, trade or pair; empty if the notice opens a whole screen. */
  readonly subject: string
  readonly amounts?: readonly NoticeAmount[]
  /** The only payer of the income, or the wallet that sent coins. */
  readonly source?: string
  readonly days?: number
}
/** Positive if received. */
export type NoticeAmount = { readonly asset: Asset; readonly units: bigint }

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

/** Record types of payouts and team rewards. */
export const incomeCodes: ReadonlySet<number> = new Set([13, 14, 19, 25, 26, 28, 35, 39, 40, 102, 103, 104, 109, 112])
export const arrivalCodes: ReadonlySet<number> = new Set([0, 1, 2, 4])
export const withdrawalCodes: ReadonlySet<number> = new Set([3, 101])

/** Undefined if the holder made the record, or an order or trade reports it. */
export function kindOfRecord({ code, purpose, direction, other }: TellingRecord): OwnKind | undefined {
  const isReceived = purpose === 'available' && direction === 'in'
  if (code === 3) return purpose === 'available' ? 'withdrawal_asked' : 'withdrawal_sent'
  if (!isReceived) return undefined
  if (code === 101) return 'withdrawal_back'
  if (arrivalCodes.has(code)) return 'arrived'
  if (code === 13 && other.owner.startsWith('market')) return undefined
  return incomeCodes.has(code) ? 'paid' : undefined
}

/** One notice per withdrawal step, and one per day of payouts. For each key, the newest wins. */
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

/**
 * The second part of the payer's account name: "compound" of `pool.compound.free` and of `order.compound.promised`; "referral" of
 * `house.referral`.
 */
const sourceOf = (payer: string): string => payer.split('.')[1] ?? ''

function joined(one: OwnNotice, other: OwnNotice): OwnNotice {
  const { source, ...newer } = one.at >= other.at ? one : other
  const days = (one.days ?? 1) + (other.days ?? 1)
  const amounts = added(one.amounts, other.amounts)
  return { ...newer, amounts, days, ...(source && one.source === other.source ? { source } : {}) }
}

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

/** Monday, in UTC. */
const mondayOf = (at: Date): Day => dayOf(addMs(at, -((at.getUTCDay() + 6) % 7) * dayMs))

/** Merges income per week, for the app only; push messages are per day. */
export function byWeek(notices: readonly OwnNotice[]): OwnNotice[] {
  const found = new Map<string, OwnNotice>()
  for (const notice of notices) {
    const key = notice.kind === 'paid' ? `paid:week:${mondayOf(notice.at)}` : notice.key
    const known = found.get(key)
    found.set(key, { ...(known ? joined(known, notice) : notice), key })
  }
  return [...found.values()]
}

export type ReadPosition = { readonly business: Date; readonly real: Date }

export const isUnread = ({ at, clock }: OwnNotice, mark: ReadPosition | undefined): boolean =>
  mark === undefined || at > mark[clock]

/** Converts real-clock moments to the business clock, which sorts the list. */
export const momentOf = ({ at, clock }: Pick<OwnNotice, 'at' | 'clock'>, businessTime: (real: Date) => Date): Date =>
  clock === 'real' ? businessTime(at) : at

export function inOrder(notices: readonly OwnNotice[], businessTime: (real: Date) => Date): OwnNotice[] {
  const moment = (notice: OwnNotice) => momentOf(notice, businessTime).getTime()
  return notices.toSorted((a, b) => moment(b) - moment(a) || (a.key < b.key ? 1 : -1))
}

/** In milliseconds. */
export const formatReadPosition = ({ business, real }: ReadPosition): string =>
  `${business.getTime()}.${real.getTime()}`
export function readMark(text: string): ReadPosition {
  const [business, real] = text.split('.').map((ms) => new Date(Number(ms)))
  return { business: business as Date, real: real as Date }
}
