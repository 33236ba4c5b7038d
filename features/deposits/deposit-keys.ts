import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { readDepositKeys } from '#kit/deposit-certificate.ts'
import { isSignedBy } from '#kit/signed-text.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { listDepositKeys } from './deposits.contract.ts'

/** The verb by which operators name the key in their log. */
export const depositKeyVerb = 'address-key name'

export type DepositKeyFacts = OutputOf<typeof listDepositKeys> & {
  /** Keys this device pinned before. */
  readonly pinned: readonly string[]
  /** Keys by which this device knows statements and heads of logs. */
  readonly houseKeys: readonly string[]
}

/**
 * The key that certifies deposit addresses now.
 * @returns undefined if the list does not fit what this device pinned, what the latest statement names, or what operators named in their log:
 * then somebody changed the key, and no address is certified
 */
export function currentDepositKey(facts: DepositKeyFacts): string | undefined {
  try {
    return readCurrent(facts)
  } catch {
    // What is signed is not even what it has to be.
    return undefined
  }
}

function readCurrent({ keys, latest, logged, pinned, houseKeys }: DepositKeyFacts): string | undefined {
  const lines = readDepositKeys(keys)
  const known = new Set(lines?.map(({ publicKey }) => publicKey))
  if (!lines || !pinned.every((key) => known.has(key))) return undefined
  if (latest && !isNamedBy(latest, lines, houseKeys)) return undefined
  if (logged && !known.has(loggedKey(logged) ?? '')) return undefined
  return lines.at(-1)?.publicKey
}

/** Whether a statement is signed by the key this device knows, and names a line of this list, as it is. */
function isNamedBy(
  { text, signature, publicKey }: NonNullable<DepositKeyFacts['latest']>,
  lines: readonly { readonly hash: string }[],
  houseKeys: readonly string[],
): boolean {
  if (houseKeys.some((key) => key !== publicKey) || !isSignedBy(text, signature, publicKey)) return false
  const named = namedIn(text)
  // Statements from before there was a list name none.
  return named === undefined || lines[named.line - 1]?.hash === named.hash
}

function namedIn(text: string): { readonly line: number; readonly hash: string } | undefined {
  const { logs } = JSON.parse(text) as { readonly logs?: Readonly<Record<string, unknown>> }
  const named = logs?.deposits
  if (named === undefined) return undefined
  const { line, hash } = named as { readonly line?: unknown; readonly hash?: unknown }
  return { line: typeof line === 'number' ? line : 0, hash: `${hash}` }
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
