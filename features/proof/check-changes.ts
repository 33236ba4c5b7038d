import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isDay, readJson, Unreadable } from '#kit/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type LogHead, type Published, readHead, type Statement } from '#proofs/tree/format.ts'
import type { listChanges } from './proof.contract.ts'

/** A line of the operators' log, as everybody is told it. */
export type ChangeLine = OutputOf<typeof listChanges>['items'][number]
export type ChangeHead = OutputOf<typeof listChanges>['heads'][number]

/** Checks an Ed25519 signature; all of it base64url. */
export type IsSignedBy = (text: string, signature: string, publicKey: string) => boolean

/** What the first line hangs on. */
const beginning = '0'.repeat(64)
const digest = (...parts: readonly (string | null)[]): string => bytesToHex(sha256(utf8ToBytes(parts.join('\n'))))

/** Whether a line is what its operator signed, and what it shows is what its digests are of. */
export function isLineRight(change: ChangeLine, isSignedBy: IsSignedBy): boolean {
  const { line, at, verb, operator, publicKey, proposal, argsDigest, changedDigest, previous, hash, signature } = change
  const { args, changed, told, salt } = change
  const of = [line, at, verb, operator, publicKey, proposal ?? '-']
  const digests = [argsDigest, changedDigest]
  const text =
    told === null
      ? ['glasshouse-log-v3', ...of, changed === null ? 'digest' : 'public', ...digests, previous].join('\n')
      : ['glasshouse-log-v4', ...of, 'part', ...digests, digest('told', told), previous].join('\n')
  const isShown =
    changed === null ||
    (digest(salt, 'changed', changed) === changedDigest && digest(salt, 'args', args) === argsDigest)
  return isShown && digest(text) === hash && isSignedBy(text, signature, publicKey)
}

/**
 * The number of the first of these lines, newest first, that does not fit or does not follow the one below it; undefined where all do.
 * @param isWhole whether there is none below them, by the server's word: then the last must be the log's first
 */
export function firstWrongLine(
  lines: readonly ChangeLine[],
  isSignedBy: IsSignedBy,
  isWhole = false,
): number | undefined {
  const isWrong = (change: ChangeLine, place: number) => {
    const before = lines[place + 1]
    const follows = before
      ? before.hash === change.previous && before.line === change.line - 1
      : change.line > 1
        ? !isWhole
        : change.previous === beginning
    return !follows || !isLineRight(change, isSignedBy)
  }
  return lines.find(isWrong)?.line
}

/**
 * Whether a published head is signed, by the key this device knows if it has seen one before, and stands in these lines as it was.
 * @param kept the newest head that was checked here before: the log must still have it.
 */
export function isHeadRight(
  head: ChangeHead,
  lines: readonly ChangeLine[],
  isSignedBy: IsSignedBy,
  kept?: ChangeHead,
): boolean {
  const stands = ({ line, hash }: ChangeHead) => lines.every((each) => each.line !== line || each.hash === hash)
  const { day, line, hash, signature, publicKey } = head
  const fitsKept = !kept || (kept.publicKey === publicKey && kept.line <= line && stands(kept))
  const isThere = line <= (lines[0]?.line ?? 0)
  return (
    fitsKept &&
    isThere &&
    stands(head) &&
    isSignedBy(['glasshouse-log-head-v1', day, line, hash].join('\n'), signature, publicKey)
  )
}

/** Keys of operators by their names: each has one, for ever. */
export type OperatorKeys = Readonly<Record<string, string>>

/**
 * The number of the first line, from the oldest, by a key that is not that operator's, or another's too; undefined where there is none.
 * A line proves only that some key signed it: whose key that is, this device knows from lines it checked before.
 */
export function firstOtherKey(lines: readonly ChangeLine[], known: OperatorKeys): number | undefined {
  const keyOf = new Map(Object.entries(known))
  const nameOf = new Map([...keyOf].map(([name, key]) => [key, name]))
  return lines.toReversed().find(({ operator, publicKey }) => {
    const isOther = (keyOf.get(operator) ?? publicKey) !== publicKey || (nameOf.get(publicKey) ?? operator) !== operator
    keyOf.set(operator, publicKey)
    nameOf.set(publicKey, operator)
    return isOther
  })?.line
}

/** Whether the log still has the line that a signed statement names, as it was, as far as these lines go, newest first. */
export const isNamedThere = (
  named: { readonly line: number; readonly hash: string },
  lines: readonly ChangeLine[],
): boolean =>
  (lines[0]?.line ?? 0) >= named.line && lines.every(({ line, hash }) => line !== named.line || hash === named.hash)

/** The newest head up to which all was checked here, the newest statement, and whose keys were seen; older devices kept the head alone. */
export type KeptChanges = ChangeHead & {
  readonly statement?: KeptStatement | undefined
  readonly operators?: OperatorKeys | undefined
}
type KeptStatement = { readonly day: string; readonly hash: string }

export type ChangesQuestion = {
  /** Newest first, as far as they were read. */
  readonly lines: readonly ChangeLine[]
  readonly head: ChangeHead | undefined
  /** The latest statement; undefined where the server says that there is none yet. */
  readonly statement: Published | undefined
  /** What this device kept when it checked before. */
  readonly kept: KeptChanges | undefined
  /** Whether the server says that there are no older lines. */
  readonly isWhole: boolean
}
export type ChangesAnswer =
  /**
   * `named`: the line that the signed statement names, found here. `keep`: undefined before the first head. `reached`: whether the line kept
   * here is among these; if it is not, what was kept stays, for nothing says yet that these lines lead to it.
   */
  | {
      readonly is: 'right'
      readonly reached: boolean
      readonly lines: number
      readonly named: LogHead | undefined
      readonly keep: KeptChanges | undefined
    }
  | { readonly is: 'wrong_line'; readonly line: number }
  /** The head is not signed, or the log does not have a line that was published, signed, or kept here. */
  | { readonly is: 'wrong_head' }
  /** The statement is not signed by the key that signs heads, or is older than one that was seen here. */
  | { readonly is: 'wrong_statement' }

/** Checks the lines, then the statement's signature, and only then takes its word for the line that it names. */
export function checkChanges(question: ChangesQuestion, isSignedBy: IsSignedBy): ChangesAnswer {
  const { lines, head, statement, kept, isWhole } = question
  const line = firstWrongLine(lines, isSignedBy, isWhole) ?? firstOtherKey(lines, kept?.operators ?? {})
  if (line !== undefined) return { is: 'wrong_line', line }
  const read = statement && readSigned(statement, isSignedBy)
  if (isStatementWrong(question, read)) return { is: 'wrong_statement' }
  if (read?.named && !isNamedThere(read.named, lines)) return { is: 'wrong_head' }
  if (head ? !isHeadRight(head, lines, isSignedBy, kept) : kept) return { is: 'wrong_head' }
  const named = lines.some((each) => each.line === read?.named?.line) ? read?.named : undefined
  const reached = !kept || lines.some((each) => each.line === kept.line)
  const operators = {
    ...kept?.operators,
    ...Object.fromEntries(lines.map(({ operator, publicKey }) => [operator, publicKey])),
  }
  const keep = head && (reached ? { ...head, statement: read?.keep, operators } : { ...kept, statement: read?.keep })
  return { is: 'right', reached, lines: lines.length, named, keep }
}

/** What a statement names, and what is kept of it; undefined unless it is signed. */
function readSigned({ text, signature, publicKey }: Published, isSignedBy: IsSignedBy) {
  if (!isSignedBy(text, signature, publicKey)) return undefined
  try {
    const { day, logs } = readJson(text) as Statement
    if (!isDay(day)) throw new Unreadable('day')
    return { named: readHead(logs.changes), keep: { day, hash: digest(text) } satisfies KeptStatement }
  } catch {
    return undefined
  }
}

/** Whoever was shown a statement is never shown an older one, another one of its day, another key's, or none. */
function isStatementWrong({ statement, head, kept }: ChangesQuestion, read: ReturnType<typeof readSigned>): boolean {
  if (!statement) return kept?.statement !== undefined
  if (!read || (head && head.publicKey !== statement.publicKey)) return true
  if (kept && kept.publicKey !== statement.publicKey) return true
  const before = kept?.statement
  return (
    before !== undefined &&
    (read.keep.day < before.day || (read.keep.day === before.day && read.keep.hash !== before.hash))
  )
}
