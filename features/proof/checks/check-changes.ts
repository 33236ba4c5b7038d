import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isDay, readJson, Unreadable } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type LogHead, type Published, readHead, type Statement } from '#proofs/tree/format.ts'
import type { listChanges } from '../proof.contract.ts'

export type ChangeLine = OutputOf<typeof listChanges>['items'][number]
export type ChangeHead = OutputOf<typeof listChanges>['heads'][number]

/** Ed25519; all arguments are base64url. */
export type IsSignedBy = (text: string, signature: string, publicKey: string) => boolean

const beginning = '0'.repeat(64)
const digest = (...parts: readonly (string | null)[]): string => bytesToHex(sha256(utf8ToBytes(parts.join('\n'))))

/** Checks the operator's signature and the digests of the visible values. */
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
 * Number of the newest entry that is invalid or does not chain to the one below; undefined if none. @param isWhole true if the server
 * claims no older entries, so the last must be the log's first
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
 * True if the key that this device has seen (or any, if none) signed the head, and the log's entry is unchanged. @param kept the last head
 * verified here; the log must still contain it
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

export type OperatorKeys = Readonly<Record<string, string>>

/**
 * Number of the oldest entry signed by a key that is not its operator's, or that another operator uses too. Known keys come from entries
 * verified earlier on this device.
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

/** Whether the log still contains, unchanged, the entry that a signed statement names. */
export const isNamedThere = (
  named: { readonly line: number; readonly hash: string },
  lines: readonly ChangeLine[],
): boolean =>
  (lines[0]?.line ?? 0) >= named.line && lines.every(({ line, hash }) => line !== named.line || hash === named.hash)

/** Older versions kept only the head. */
export type KeptChanges = ChangeHead & {
  readonly statement?: KeptStatement | undefined
  readonly operators?: OperatorKeys | undefined
}
type KeptStatement = { readonly day: string; readonly hash: string }

export type ChangesQuestion = {
  readonly lines: readonly ChangeLine[]
  readonly head: ChangeHead | undefined
  readonly statement: Published | undefined
  readonly kept: KeptChanges | undefined
  readonly isWhole: boolean
}
export type ChangesAnswer =
  /**
   * `named`: the entry that the statement names. `keep`: undefined before the first head. `reached`: the previously kept entry is among
   * these. If not, it stays kept, because the chain to it is unproven.
   */
  | {
      readonly is: 'right'
      readonly reached: boolean
      readonly lines: number
      readonly named: LogHead | undefined
      readonly keep: KeptChanges | undefined
    }
  | { readonly is: 'wrong_line'; readonly line: number }
  /** The head is unsigned, or the log lacks a published, signed or previously kept entry. */
  | { readonly is: 'wrong_head' }
  | { readonly is: 'wrong_statement' }

/** Verifies the statement's signature before trusting its entry. */
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

/** A device must not accept an older statement, a different one for the same day, a different key, or none after it saw one. */
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
