import { showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { readHeld, readId, readJson, readUnits, readWhole, Unreadable } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Kind, Proof, Published, Statement } from '#proofs/tree/format.ts'
import { checkFollows, checkProof, digestOf, readStatement } from '../../../docs/proof/verify.mjs'
import { findNeverSo, findOtherRow, type ShownFigures } from '../figures/shown-figures.ts'
import type { myProof } from '../proof.contract.ts'
import { findUnrecorded, type OwnRecord } from './moved-since.ts'

export type PublishedDay = Published & { readonly day: string }
/** The latest statement verified here. Every later one must follow it. */
export type KeptProof = {
  readonly day: string
  readonly digest: string
  readonly publicKey: string
  /** Number of the latest record when it was verified; empty if none. */
  readonly newest?: string | undefined
}
export type ShownCoin = Readonly<
  Record<'coin' | 'available' | 'held' | 'inOrders' | 'promised' | 'inMarkets', string>
> & {
  /** In USDT; null or missing if none is shown. */
  readonly value?: string | null
}

export type OwnQuestion = {
  readonly walletId: string
  readonly mine: Omit<OutputOf<typeof myProof>, 'latest'> & { readonly latest: PublishedDay | null }
  readonly statements: readonly PublishedDay[]
  /** A day whose statement differs from this device's copy. */
  readonly changed?: string | undefined
  readonly kept: KeptProof | undefined
  readonly shown: readonly ShownCoin[]
  readonly prices?: ReadonlyMap<string, string> | undefined
  /** Other displayed figures of the same balances, possibly slightly older. */
  readonly figures?: readonly ShownFigures[] | undefined
  readonly rows?: readonly OwnRecord[] | undefined
  /** Includes at least all records since the cutoff; undefined if too many. */
  readonly records?: readonly OwnRecord[] | undefined
  /** The digest that this device read on a chain; undefined if not possible. */
  readonly onChain?: string | undefined
}

/** The proven amount, the movement since the cutoff, and the displayed amount or null. */
export type OwnAmount = {
  readonly coin: string
  readonly kind: Kind
  readonly proven: string
  readonly since: string
  readonly shown: string | null
}
export type OwnAnswer =
  | { readonly is: 'none' }
  | {
      readonly is: 'right'
      readonly day: string
      readonly epoch: string
      readonly root: string
      readonly amounts: readonly OwnAmount[]
      /** False if there were too many records to compare. */
      readonly compared: boolean
      /** Coins with displayed values that the statement's shares or the price cannot explain. */
      readonly unproven: readonly string[]
      readonly keep: KeptProof
    }
  /**
   * `rewritten`: does not follow the kept statement. `tree`: bad signature or leaves. `differs`: the app shows other amounts, or movements
   * lack records. `unreadable`: malformed data.
   */
  | {
      readonly is: 'wrong'
      readonly why: WrongWhy
      readonly detail: string
      readonly amounts: readonly OwnAmount[]
    }
export type WrongWhy = 'rewritten' | 'tree' | 'differs' | 'unreadable'

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

export async function checkOwn(question: OwnQuestion, isSigned: IsSigned): Promise<OwnAnswer> {
  try {
    return await checkInForm(question, isSigned)
  } catch (cause) {
    if (cause instanceof Unreadable) return wrong('unreadable', cause.message)
    throw cause
  }
}

async function checkInForm(question: OwnQuestion, isSigned: IsSigned): Promise<OwnAnswer> {
  needOnce(
    question.shown.map(({ coin }) => coin),
    'coin',
  )
  needOnce(
    question.mine.since.map(({ kind, coin }) => `${kind} ${coin}`),
    'movement',
  )
  const { latest } = question.mine
  const { kept } = question
  // A device that saw a statement must not accept that none exists.
  if (!latest) return kept ? wrong('rewritten', 'nothing is published any more') : { is: 'none' }
  let statement: Statement
  let owed: Partial<Record<Kind, readonly bigint[]>>
  try {
    statement = await readStatement(latest, isSigned)
    owed = question.mine.evidence
      ? await checkProof(statement, readJson(question.mine.evidence) as Proof, question.walletId)
      : {}
    if (statement.day !== latest.day) return wrong('tree', 'another day')
  } catch (error) {
    return wrong('tree', (error as Error).message)
  }
  const digest = await digestOf(latest.text)
  const broken =
    question.onChain !== undefined && question.onChain !== digest
      ? `a chain keeps another statement of ${latest.day}`
      : await findBroken(question, latest, isSigned)
  if (broken) return wrong('rewritten', broken)
  // A coin missing from the statement has a proven amount of 0.
  const coins = [...new Set([...statement.assets, ...question.shown.map(({ coin }) => coin)])]
  const amounts = amountsOf(question, coins, (coin, kind) => owed[kind]?.[statement.assets.indexOf(coin)] ?? nothing)
  const different = amounts.find(
    ({ proven, since, shown }) => shown !== null && readHeld(proven) + readUnits(since) !== readHeld(shown),
  )
  if (different) return wrong('differs', `${different.kind} ${different.coin}`, amounts)
  const { records, mine, figures = [], rows = [] } = question
  const moved = (coin: string, kind: Kind) => readUnits(sinceOf(mine, coin, kind))
  const compared = records && mine.unrecorded ? { records, unrecorded: mine.unrecorded } : undefined
  const cut = readWhole(statement.cut)
  const now = (coin: string, kind: Kind) =>
    (owed[kind]?.[statement.assets.indexOf(coin)] ?? nothing) + moved(coin, kind)
  const odd =
    (compared && findUnrecorded(moved, compared, { cut, coins })) ??
    findNeverSo(figures, now, { cut, coins, ...compared }) ??
    (records && findOtherRow(rows, records, { cut, coins }))
  if (odd) return wrong('differs', odd, amounts)
  const newest = records?.[0]?.id ?? ''
  if (records && kept?.newest && (newest === '' || readId(newest) < readId(kept.newest)))
    return wrong('rewritten', 'a record that this device saw is gone', amounts)
  const unproven = unprovenOf(question, (coin) => owed.share?.[statement.assets.indexOf(coin)] ?? nothing)
  const keep = { day: latest.day, digest, publicKey: latest.publicKey, newest: newest || kept?.newest }
  return {
    is: 'right',
    day: latest.day,
    epoch: statement.epoch,
    root: statement.root,
    amounts,
    compared: compared !== undefined,
    unproven,
    keep,
  }
}

/** Allows 10 % more, because value and price may be some seconds apart. */
function isTooDear(row: ShownCoin, prices: OwnQuestion['prices']): boolean {
  const price = prices?.get(row.coin)
  if (price === undefined || typeof row.value !== 'string') return false
  const units = [row.available, row.held, row.inOrders, row.inMarkets].reduce(
    (sum, each) => sum + readHeld(each),
    nothing,
  )
  return readHeld(row.value) * unitsPerOne * 10n > units * readHeld(price) * 11n
}

/** Prices change the value of market shares, but not by over half per day. */
const unprovenOf = ({ shown, prices }: OwnQuestion, shareOf: (coin: string) => bigint): string[] =>
  shown
    .filter((row) => readHeld(row.inMarkets) * 2n > shareOf(row.coin) * 3n || isTooDear(row, prices))
    .map(({ coin }) => coin)

const wrong = (why: WrongWhy, detail: string, amounts: readonly OwnAmount[] = []) =>
  ({ is: 'wrong', why, detail, amounts }) as const

const nothing = 0n

function needOnce(names: readonly string[], what: string): void {
  if (new Set(names).size !== names.length) throw new Unreadable(`${what} twice`)
}

async function findBroken(
  { statements, kept, changed }: OwnQuestion,
  latest: PublishedDay,
  isSigned: IsSigned,
): Promise<string | undefined> {
  const [newest] = statements
  if (changed) return `${changed} is not the one this device kept`
  if (!newest || newest.text !== latest.text) return 'the latest statement is not the published one'
  if (kept && newest.publicKey !== kept.publicKey) return 'another key'
  let next: Statement | undefined
  try {
    for (const [place, published] of statements.entries()) {
      if (published.publicKey !== newest.publicKey) return `${published.day}: another key`
      const statement = await readStatement(published, isSigned)
      if (next) await checkFollows(next, statement, published.text)
      if (kept?.day === published.day)
        return (await digestOf(published.text)) === kept.digest
          ? undefined
          : `${kept.day} is not the one this device kept`
      next = statement
      if (place === statements.length - 1 && kept) return `${kept.day}, which this device kept, is gone`
    }
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

const none = '0'

const sinceOf = (mine: OwnQuestion['mine'], coin: string, kind: Kind): string =>
  mine.since.find((each) => each.coin === coin && each.kind === kind)?.amount ?? none

const shownAs: Readonly<Partial<Record<Kind, 'available' | 'held' | 'inOrders' | 'promised'>>> = {
  available: 'available',
  held: 'held',
  principal: 'inOrders',
  promised: 'promised',
}
const kinds = ['available', 'held', 'principal', 'promised', 'share'] as const

function amountsOf(
  { mine, shown }: OwnQuestion,
  coins: readonly string[],
  provenOf: (coin: string, kind: Kind) => bigint,
): OwnAmount[] {
  return coins.flatMap((coin) =>
    kinds.flatMap((kind) => {
      const proven = provenOf(coin, kind)
      const since = sinceOf(mine, coin, kind)
      const field = shownAs[kind]
      const now = field ? (shown.find((each) => each.coin === coin)?.[field] ?? none) : null
      if (proven === nothing && readUnits(since) === nothing && (now === null || readHeld(now) === nothing)) return []
      return [{ coin, kind, proven: showUnits(proven), since, shown: now }]
    }),
  )
}
