import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { readDepositKeys } from '#kit/chain/deposit-certificate.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { listDepositKeys } from './deposits.contract.ts'

/** The verb by which operators name the key in their log. */
export const depositKeyVerb = 'address-key name'

export type DepositKeyFacts = OutputOf<typeof listDepositKeys> & {
  /** Keys this device pinned before. */
  readonly pinned: readonly string[]
  /** Keys by which this device knows statements and heads of logs. */
  readonly companyKeys: readonly string[]
  /** Days of statements that this device checked. */
  readonly seenDays: readonly string[]
}

/**
 * The key that certifies deposit addresses now.
 * @returns undefined if the list does not fit what this device pinned, what the latest statement names, or what operators named in their log:
 * then the key was changed, and no address is certified
 */
export function currentDepositKey(facts: DepositKeyFacts): string | undefined {
  try {
    return readCurrent(facts)
  } catch {
    // What is signed is not even what it has to be.
    return undefined
  }
}

function readCurrent({ keys, latest, logged, pinned, ...known }: DepositKeyFacts): string | undefined {
  const lines = readDepositKeys(keys)
  const listed = new Set(lines?.map(({ publicKey }) => publicKey))
  if (!lines || !pinned.every((key) => listed.has(key))) return undefined
  // Who was shown a statement may not be told later that there is none.
  if (latest ? !isNamedBy(latest, lines, known) : known.seenDays.length > 0) return undefined
  if (logged && !listed.has(loggedKey(logged) ?? '')) return undefined
  return lines.at(-1)?.publicKey
}

/** Whether a statement is signed by the key this device knows, and names a line of this list, as it is. */
function isNamedBy(
  { text, signature, publicKey }: NonNullable<DepositKeyFacts['latest']>,
  lines: readonly { readonly hash: string }[],
  { companyKeys, seenDays }: Pick<DepositKeyFacts, 'companyKeys' | 'seenDays'>,
): boolean {
  if (companyKeys.some((key) => key !== publicKey) || !isSignedBy(text, signature, publicKey)) return false
  const { day, named } = namedIn(text)
  // Statements older than the list have none. A device that has seen a newer statement does not accept them.
  return named ? lines[named.line - 1]?.hash === named.hash : seenDays.every((seen) => seen <= day)
}

type Named = { readonly day: string; readonly named: { readonly line: number; readonly hash: string } | undefined }
function namedIn(text: string): Named {
  const { day, logs } = JSON.parse(text) as {
    readonly day?: unknown
    readonly logs?: Readonly<Record<string, unknown>>
  }
  const named = logs?.deposits
  if (named === undefined) return { day: `${day}`, named }
  const { line, hash } = named as { readonly line?: unknown; readonly hash?: unknown }
  return { day: `${day}`, named: { line: typeof line === 'number' ? line : 0, hash: `${hash}` } }
}

/** The key that an operator named, where the line is what the operator signed. */
function loggedKey({ text, signature, publicKey, args, salt }: NonNullable<DepositKeyFacts['logged']>) {
  const [, , , verb, , by, , , digest] = text.split('\n')
  const isTyped = digest === bytesToHex(sha256(utf8ToBytes([salt, 'args', args].join('\n'))))
  if (verb !== depositKeyVerb || by !== publicKey || !isTyped || !isSignedBy(text, signature, publicKey))
    return undefined
  const typed = (JSON.parse(args) as { readonly args?: readonly unknown[] }).args?.[0]
  return typeof typed === 'string' ? typed : undefined
}
