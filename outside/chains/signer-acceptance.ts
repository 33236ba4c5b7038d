import { existsSync, readFileSync } from 'node:fs'
import { type Approval, type ApproverRules, checkApprovals } from './signer-approvals.ts'

/** What approvers signed when the end of the signer's memory was lost: they go on with what is left of it. */
export type Acceptance = {
  /** Lines of the journal as it is, and the hash of the last one; empty where there is none. */
  readonly count: number
  readonly head: string
  /** Lines it had before, as far as anybody knows. */
  readonly lost: number
  /** For each chain id the next transaction number of the address that pays, read from the chain and from the database. */
  readonly next: Readonly<Record<string, number>>
  readonly reason: string
  readonly approvals: readonly Approval[]
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function isAcceptance(value: unknown): value is Acceptance {
  if (typeof value !== 'object' || value === null) return false
  const { count, head, lost, next, reason, approvals } = value as Partial<Record<keyof Acceptance, unknown>>
  return (
    isCount(count) &&
    isCount(lost) &&
    typeof head === 'string' &&
    typeof reason === 'string' &&
    /^[^\n]{8,300}$/.test(reason) &&
    typeof next === 'object' &&
    next !== null &&
    Object.entries(next).every(([chain, number]) => /^[1-9]\d{0,14}$/.test(chain) && isCount(number)) &&
    Array.isArray(approvals)
  )
}

/** The text that approvers sign, lines joined by a line feed. */
export const acceptanceText = ({ count, head, lost, next, reason }: Omit<Acceptance, 'approvals'>): string => {
  const numbers = Object.entries(next)
    .map(([chain, number]) => `${chain}=${number}`)
    .toSorted()
  return ['idwallet-journal-v1', count, head, lost, numbers.join(','), reason].join('\n')
}

/**
 * Reads the acceptance in a file, where it is for the memory as it is now.
 * @returns undefined without a file, or where it is for another memory: one that was accepted is another one from then on.
 * @throws where it cannot be read, or not enough approvers have signed it
 */
export function readAcceptance(
  path: string,
  rules: ApproverRules,
  now: { readonly count: number; readonly head: string },
): Acceptance | undefined {
  if (!existsSync(path)) return undefined
  const acceptance: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isAcceptance(acceptance)) throw new Error(`${path} is no acceptance: see docs/operating.md`)
  if (acceptance.count !== now.count || acceptance.head !== now.head || acceptance.lost < now.count) return undefined
  checkApprovals(rules, acceptanceText(acceptance), acceptance.approvals)
  // Nothing beside what they signed becomes a part of the memory.
  const { count, head, lost, next, reason, approvals } = acceptance
  return { count, head, lost, next, reason, approvals }
}
