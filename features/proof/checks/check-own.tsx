import { readJson, readWhole, Unreadable } from '#kit/amount/exact.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { call } from '#ui/call/call.ts'
import { changeKept, readKept } from '#ui/draft/kept-json.ts'
import type { ShownFigures } from '../figures/shown-figures.ts'
import { myProof } from '../proof.contract.ts'
import { askChain } from './chain-root.ts'
import { checkApart } from './check-apart.tsx'
import { checked, isEnough, noChecks } from './checks.ts'
import { keepStatements, readStatements } from './kept-statements.tsx'
import type { OwnRecord } from './moved-since.ts'
import type { KeptProof, OwnAnswer, OwnQuestion, PublishedDay, ShownCoin } from './own-proof.ts'
import type { Walk } from './statement-chain.ts'

export type OwnCheck = { readonly answer: OwnAnswer; readonly question: OwnQuestion }

function isKept(value: unknown): value is KeptProof {
  const { day, digest, publicKey, newest = '' } = (value ?? {}) as Partial<Record<keyof KeptProof, unknown>>
  return [day, digest, publicKey, newest].every((each) => typeof each === 'string')
}

const waitMs = 1_500
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function readChain(latest: PublishedDay | null, kept: KeptProof | undefined, read: OwnReads): Promise<Walk> {
  if (!latest) return { statements: [], changed: undefined }
  const told = await read.newest(latest.day)
  return told ? readStatements(told, kept?.day ?? told.day) : { statements: [], changed: undefined }
}

export type OwnShown = {
  readonly coins: readonly ShownCoin[]
  readonly figures: readonly ShownFigures[]
  readonly prices: ReadonlyMap<string, string>
  readonly rows: readonly OwnRecord[]
}

/** Refreshes the shared stores, so screens show the checked data. */
export type OwnReads = {
  readonly shown: () => Promise<OwnShown>
  /** The latest public statement of this day or later, or null. */
  readonly newest: (day: string) => Promise<PublishedDay | null>
  /** Newest first, back to the posting `cut`; undefined if too many. */
  readonly recordsSince: (cut: bigint) => Promise<readonly OwnRecord[] | undefined>
}

/** Number of the last posting included in the statement. The check parses the full statement. */
function cutOf({ text }: PublishedDay): bigint {
  try {
    return readWhole((readJson(text) as { readonly cut: unknown }).cut)
  } catch {
    // The text is no statement, which the check reports. Load all records.
    return readWhole('0')
  }
}

/** Keeps the latest statement if the check passes. An unreadable answer is a failed check. @throws if something could not be fetched */
export async function checkOwnProof(walletId: string, read: OwnReads): Promise<OwnCheck> {
  try {
    return await checkRead(walletId, read)
  } catch (cause) {
    if (cause instanceof Unreadable || (cause instanceof CallFailure && cause.code === 'unreadable'))
      return unreadable(walletId, cause)
    throw cause
  }
}

function unreadable(walletId: string, cause: Unreadable | CallFailure): OwnCheck {
  const detail = cause instanceof CallFailure ? (cause.params.path ?? '') : cause.message
  const mine = { latest: null, evidence: null, since: [], unrecorded: [] }
  return {
    answer: { is: 'wrong', why: 'unreadable', detail, amounts: [] },
    question: { walletId, mine, statements: [], kept: undefined, shown: [] },
  }
}

async function checkRead(walletId: string, read: OwnReads): Promise<OwnCheck> {
  for (let looks = noChecks; ; ) {
    const kept = await readKept('ownProof', isKept)
    const [mine, shown] = await Promise.all([call(myProof, {}, { quiet: true }), read.shown()])
    const chain = await readChain(mine.latest, kept, read)
    const writing = mine.latest?.written[0]
    const onChain = mine.latest && writing ? await askChain(writing, mine.latest.day) : undefined
    const records = mine.latest ? await read.recordsSince(cutOf(mine.latest)) : undefined
    const { coins, figures, rows, prices } = shown
    const question = { walletId, mine, ...chain, kept, shown: coins, figures, rows, prices, records, onChain }
    const answer = await checkApart(question)
    looks = checked(looks, records?.[0]?.id ?? '')
    if (answer.is === 'wrong' && !isEnough(looks)) {
      await wait(waitMs)
      continue
    }
    if (answer.is === 'right') {
      await changeKept('ownProof', isKept, (now) => (now && now.day > answer.keep.day ? now : answer.keep))
      await keepStatements(chain.statements)
    }
    return { answer, question }
  }
}
