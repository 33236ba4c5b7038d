import { existsSync, readFileSync } from 'node:fs'
import { type Approval, type ApproverRules, checkApprovals } from './signer-approvals.ts'

/** Approvers' acceptance of a journal that lost its end. */
export type Acceptance = {
  /** Lines, and last hash (empty for an empty journal). */
  readonly count: number
  readonly head: string
  /** Line count known before the loss. */
  readonly lost: number
  /** Next nonce of the paying address per chain id. */
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

/** Lines joined by LF. */
export const acceptanceText = ({ count, head, lost, next, reason }: Omit<Acceptance, 'approvals'>): string => {
  const numbers = Object.entries(next)
    .map(([chain, number]) => `${chain}=${number}`)
    .toSorted()
  return ['idwallet-journal-v1', count, head, lost, numbers.join(','), reason].join('\n')
}

/** @returns undefined without a file, or if it describes a different journal state. @throws if unreadable or not enough approvers signed */
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
  const { count, head, lost, next, reason, approvals } = acceptance
  return { count, head, lost, next, reason, approvals }
}
