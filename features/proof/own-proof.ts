import { showUnits, unitsPerOne } from '#kit/amount.ts'
import { readHeld, readId, readJson, readUnits, readWhole, Unreadable } from '#kit/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Kind, Proof, Published, Statement } from '#proofs/tree/format.ts'
import { checkFollows, checkProof, digestOf, readStatement } from '../../docs/proof/verify.mjs'
import { findUnrecorded, type OwnRecord } from './moved-since.ts'
import type { myProof } from './proof.contract.ts'
import { findNeverSo, findOtherRow, type ShownFigures } from './shown-figures.ts'

export type PublishedDay = Published & { readonly day: string }
/** What this device keeps: the newest statement it checked. Every later one must follow it. */
export type KeptProof = {
  readonly day: string
  readonly digest: string
  readonly publicKey: string
  /** The number of the newest record seen then; empty for none. */
  readonly newest?: string | undefined
}
/** A coin as the app shows it. */
export type ShownCoin = Readonly<
  Record<'coin' | 'available' | 'held' | 'inOrders' | 'promised' | 'inMarkets', string>
> & {
  /** In USDT; null or left out where none is shown. */
  readonly value?: string | null
}

export type OwnQuestion = {
  readonly walletId: string
  readonly mine: Omit<OutputOf<typeof myProof>, 'latest'> & { readonly latest: PublishedDay | null }
  /** The statement everybody is shown as the newest, and those before it down to the one kept. */
  readonly statements: readonly PublishedDay[]
  /** A day of which this device keeps another statement. */
  readonly changed?: string | undefined
  readonly kept: KeptProof | undefined
  /** The balances that screens show, from the store they show them from. */
  readonly shown: readonly ShownCoin[]
  /** The guide price of each coin in USDT, as markets are shown. */
  readonly prices?: ReadonlyMap<string, string> | undefined
  /** What else screens show, or showed until a moment ago, of the same balances. */
  readonly figures?: readonly ShownFigures[] | undefined
  /** Records that lists on the screen show. */
  readonly rows?: readonly OwnRecord[] | undefined
  /** The holder's records since the cut, and maybe older ones; undefined where there are too many to read. */
  readonly records?: readonly OwnRecord[] | undefined
  /** The digest of the latest statement as this device read it on a chain; undefined where it could not. */
  readonly onChain?: string | undefined
}

/** An amount of a kind: proven at the cut, moved since, and as the app shows it now; null where the app shows no sum of it. */
export type OwnAmount = {
  readonly coin: string
  readonly kind: Kind
  readonly proven: string
  readonly since: string
  readonly shown: string | null
}
export type OwnAnswer =
  /** No day is over yet. */
  | { readonly is: 'none' }
  | {
      readonly is: 'right'
      readonly day: string
      readonly epoch: string
      readonly root: string
      readonly amounts: readonly OwnAmount[]
      /** Whether what moved since the cut was compared with the records; not where there are too many of them. */
      readonly compared: boolean
      /** Coins of which more is shown in markets than the shares in the statement explain, or a value above their price: only the house says so. */
      readonly unproven: readonly string[]
      readonly keep: KeptProof
    }
  /**
   * `rewritten`: it does not follow what this device kept. `tree`: signature or leaves do not hold. `differs`: the app shows something else, or
   * what moved since has no record. `unreadable`: something of it is not exactly in form.
   */
  | {
      readonly is: 'wrong'
      readonly why: WrongWhy
      readonly detail: string
      readonly amounts: readonly OwnAmount[]
    }
export type WrongWhy = 'rewritten' | 'tree' | 'differs' | 'unreadable'

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

/** Checks everything a holder can check alone: the signature, the leaves, the statements before, and the balances the app shows. */
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
  // Who was told of a day may not be told later that there was none.
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
  // A coin that the statement does not name is owed to nobody in it: all of it has to have come since.
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

/** Whether its value on the screen is more than its amount at the price on the screen; both may be some seconds apart, so a tenth more is none. */
function isTooDear(row: ShownCoin, prices: OwnQuestion['prices']): boolean {
  const price = prices?.get(row.coin)
  if (price === undefined || typeof row.value !== 'string') return false
  const units = [row.available, row.held, row.inOrders, row.inMarkets].reduce(
    (sum, each) => sum + readHeld(each),
    nothing,
  )
  return readHeld(row.value) * unitsPerOne * 10n > units * readHeld(price) * 11n
}

/** What shares of markets would bring moves with prices: by more than half in a day it does not. */
const unprovenOf = ({ shown, prices }: OwnQuestion, shareOf: (coin: string) => bigint): string[] =>
  shown
    .filter((row) => readHeld(row.inMarkets) * 2n > shareOf(row.coin) * 3n || isTooDear(row, prices))
    .map(({ coin }) => coin)

const wrong = (why: WrongWhy, detail: string, amounts: readonly OwnAmount[] = []) =>
  ({ is: 'wrong', why, detail, amounts }) as const

/** Nothing proven, or nothing moved: what a statement or a list does not name. */
const nothing = 0n

function needOnce(names: readonly string[], what: string): void {
  if (new Set(names).size !== names.length) throw new Unreadable(`${what} twice`)
}

/** Where the statements do not follow one another from the one kept to the latest; undefined where they do. */
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

/** What is said of a coin that a list leaves out: that there is none of it. */
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
