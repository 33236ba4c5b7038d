import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { OutputOf } from '#kit/wire/contract.ts'
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
  const { args, changed, salt } = change
  const shown = changed === null ? 'digest' : 'public'
  const of = [operator, publicKey, proposal ?? '-', shown, argsDigest, changedDigest, previous]
  const text = ['glasshouse-log-v3', line, at, verb, ...of].join('\n')
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
  return (
    fitsKept && stands(head) && isSignedBy(['glasshouse-log-head-v1', day, line, hash].join('\n'), signature, publicKey)
  )
}

/** Whether the log still has the line that a signed statement names, as it was, as far as these lines go, newest first. */
export const isNamedThere = (
  named: { readonly line: number; readonly hash: string },
  lines: readonly ChangeLine[],
): boolean =>
  (lines[0]?.line ?? 0) >= named.line && lines.every(({ line, hash }) => line !== named.line || hash === named.hash)
