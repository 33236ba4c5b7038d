import { parseUnits, showUnits } from '#kit/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Kind, Published, Statement } from '#proofs/tree/format.ts'
import { checkFollows, checkProof, digestOf, readStatement } from '../../docs/proof/verify.mjs'
import { movedByRecords, movedKinds, type OwnRecord } from './moved-since.ts'
import type { myProof } from './proof.contract.ts'

export type PublishedDay = Published & { readonly day: string }
/** What this device keeps: the newest statement it checked. Every later one must follow it. */
export type KeptProof = { readonly day: string; readonly digest: string; readonly publicKey: string }
/** A coin as the app shows it. */
export type ShownCoin = Readonly<Record<'coin' | 'available' | 'held' | 'inOrders' | 'promised', string>>

export type OwnQuestion = {
  readonly walletId: string
  readonly mine: Omit<OutputOf<typeof myProof>, 'latest'> & { readonly latest: PublishedDay | null }
  /** Statements newest first: from the latest down to the one kept, or as many as there are. */
  readonly statements: readonly PublishedDay[]
  readonly kept: KeptProof | undefined
  readonly shown: readonly ShownCoin[]
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
      readonly keep: KeptProof
    }
  /** `rewritten`: it does not follow what this device kept. `tree`: signature or leaves do not hold. `differs`: the app shows something else, or what moved since has no record. */
  | {
      readonly is: 'wrong'
      readonly why: 'rewritten' | 'tree' | 'differs'
      readonly detail: string
      readonly amounts: readonly OwnAmount[]
    }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

/** Checks everything a holder can check alone: the signature, the leaves, the statements before, and the balances the app shows. */
export async function checkOwn(question: OwnQuestion, isSigned: IsSigned): Promise<OwnAnswer> {
  const { latest } = question.mine
  const { kept } = question
  // Who was told of a day may not be told later that there was none.
  if (!latest) return kept ? wrong('rewritten', 'nothing is published any more') : { is: 'none' }
  let statement: Statement
  let owed: Partial<Record<Kind, readonly bigint[]>>
  try {
    statement = await readStatement(latest, isSigned)
    owed = question.mine.evidence
      ? await checkProof(statement, JSON.parse(question.mine.evidence), question.walletId)
      : {}
  } catch (error) {
    return wrong('tree', (error as Error).message)
  }
  const digest = await digestOf(latest.text)
  const broken =
    question.onChain !== undefined && question.onChain !== digest
      ? `a chain keeps another statement of ${latest.day}`
      : await findBroken(question, latest, isSigned)
  if (broken) return wrong('rewritten', broken)
  const amounts = amountsOf(question, statement, owed)
  const different = amounts.find(
    ({ proven, since, shown }) => shown !== null && signed(proven) + signed(since) !== signed(shown),
  )
  if (different) return wrong('differs', `${different.kind} ${different.coin}`, amounts)
  const unrecorded = findUnrecorded(question, statement)
  if (unrecorded) return wrong('differs', unrecorded, amounts)
  const keep = { day: latest.day, digest, publicKey: latest.publicKey }
  return { is: 'right', day: latest.day, epoch: statement.epoch, root: statement.root, amounts, keep }
}

const wrong = (why: 'rewritten' | 'tree' | 'differs', detail: string, amounts: readonly OwnAmount[] = []) =>
  ({ is: 'wrong', why, detail, amounts }) as const

/** Where the statements do not follow one another from the one kept to the latest; undefined where they do. */
async function findBroken(
  { statements, kept }: OwnQuestion,
  latest: PublishedDay,
  isSigned: IsSigned,
): Promise<string | undefined> {
  const [newest] = statements
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

/** Where what is said to have moved since the cut is not what the records say: a lowered leaf would be made up for there. */
function findUnrecorded({ mine, records }: OwnQuestion, { assets, cut }: Statement): string | undefined {
  if (!records) return undefined
  for (const coin of assets)
    for (const kind of movedKinds)
      if (signed(sinceOf(mine, coin, kind)) !== movedByRecords(records, BigInt(cut), coin, kind))
        return `since ${kind} ${coin}`
  return undefined
}

const sinceOf = (mine: OwnQuestion['mine'], coin: string, kind: Kind): string =>
  mine.since.find((each) => each.coin === coin && each.kind === kind)?.amount ?? '0'

const shownAs: Readonly<Partial<Record<Kind, 'available' | 'held' | 'inOrders' | 'promised'>>> = {
  available: 'available',
  held: 'held',
  principal: 'inOrders',
  promised: 'promised',
}
const kinds = ['available', 'held', 'principal', 'promised', 'share'] as const

/** Decimal text, below zero too, in 10⁻⁸. */
const signed = (text: string): bigint =>
  text.startsWith('-') ? -(parseUnits(text.slice(1)) ?? 0n) : (parseUnits(text) ?? 0n)

function amountsOf(
  { mine, shown }: OwnQuestion,
  { assets }: Statement,
  owed: Partial<Record<Kind, readonly bigint[]>>,
): OwnAmount[] {
  return assets.flatMap((coin, place) =>
    kinds.flatMap((kind) => {
      const proven = owed[kind]?.[place] ?? 0n
      const since = sinceOf(mine, coin, kind)
      const field = shownAs[kind]
      const now = field ? (shown.find((each) => each.coin === coin)?.[field] ?? '0') : null
      if (proven === 0n && signed(since) === 0n && (now === null || signed(now) === 0n)) return []
      return [{ coin, kind, proven: showUnits(proven), since, shown: now }]
    }),
  )
}
