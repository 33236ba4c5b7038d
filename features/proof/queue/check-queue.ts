import { readJson, Unreadable } from '#kit/amount/exact.ts'
import { checkNewest, type QueueLogRow } from '#products/reservations/queue-log.ts'
import { type LogHead, type Published, readHead, type Statement } from '#proofs/tree/format.ts'

export type KeptQueue = LogHead & { readonly publicKey: string | undefined }

export type QueueQuestion = {
  readonly rows: readonly QueueLogRow[]
  readonly statement: Published | undefined
  readonly kept: KeptQueue | undefined
}
export type QueueAnswer =
  /**
   * isWhole: verified from the first row, with the queue order. named: the row the statement names. reached: the kept row is among these
   * rows. If not, it stays kept, because the chain to it is unproven.
   */
  | {
      readonly is: 'right'
      readonly isWhole: boolean
      readonly reached: boolean
      readonly named: LogHead | undefined
      readonly keep: KeptQueue
    }
  | { readonly is: 'wrong_row'; readonly id: number }
  /** The statement is unsigned, or the log lacks a row that was signed or kept here. */
  | { readonly is: 'wrong_head' }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean

/** Verifies the hash chain, the queue order, and that signed and kept rows still exist, which reveals rows removed from the end. */
export function checkQueue(question: QueueQuestion, isSigned: IsSigned): QueueAnswer {
  try {
    return checkInForm(question, isSigned)
  } catch (cause) {
    if (cause instanceof Unreadable) return { is: 'wrong_head' }
    throw cause
  }
}

function checkInForm({ rows, statement, kept }: QueueQuestion, isSigned: IsSigned): QueueAnswer {
  const { fault, isWhole } = checkNewest(rows)
  if (fault) return { is: 'wrong_row', id: fault.id }
  if (statement && !isSigned(statement.text, statement.signature, statement.publicKey)) return { is: 'wrong_head' }
  const named = statement && namedIn(statement.text)
  const isOtherKey = kept?.publicKey && statement && kept.publicKey !== statement.publicKey
  if (isOtherKey || isGone(named, rows) || isGone(kept, rows)) return { is: 'wrong_head' }
  const [newest] = rows
  const reached = !kept || kept.line === 0 || rows.some(({ id }) => id === kept.line)
  const upTo = reached ? { line: newest?.id ?? 0, hash: newest?.hash ?? '' } : { line: kept.line, hash: kept.hash }
  const keep = { ...upTo, publicKey: statement?.publicKey ?? kept?.publicKey }
  return { is: 'right', isWhole, reached, named: rows.some(({ id }) => id === named?.line) ? named : undefined, keep }
}

function namedIn(text: string): LogHead | undefined {
  const { logs } = (readJson(text) ?? {}) as Partial<Statement>
  if (typeof logs !== 'object' || logs === null) throw new Unreadable('statement')
  return readHead(logs.queue)
}

const isGone = (head: LogHead | undefined, rows: readonly QueueLogRow[]): boolean =>
  head !== undefined &&
  ((rows[0]?.id ?? 0) < head.line || rows.some(({ id, hash }) => id === head.line && hash !== head.hash))
