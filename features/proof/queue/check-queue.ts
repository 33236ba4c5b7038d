import { readJson, Unreadable } from '#kit/exact.ts'
import { checkNewest, type QueueLogRow } from '#products/reservations/queue-log.ts'
import { type LogHead, type Published, readHead, type Statement } from '#proofs/tree/format.ts'

/** What a device keeps of a log that it has checked, and by whose key its statement was signed. */
export type KeptQueue = LogHead & { readonly publicKey: string | undefined }

export type QueueQuestion = {
  /** The newest rows, as far as they were read, newest first. */
  readonly rows: readonly QueueLogRow[]
  /** The latest statement; undefined before the first. */
  readonly statement: Published | undefined
  /** What this device kept when it checked before. */
  readonly kept: KeptQueue | undefined
}
export type QueueAnswer =
  /**
   * isWhole: from the first row on, so that everybody's turn is checked too. named: the row of the signed statement, found here. reached:
   * whether the row kept here is among these; if it is not, what was kept stays, for nothing says yet that these rows lead to it.
   */
  | {
      readonly is: 'right'
      readonly isWhole: boolean
      readonly reached: boolean
      readonly named: LogHead | undefined
      readonly keep: KeptQueue
    }
  | { readonly is: 'wrong_row'; readonly id: number }
  /** The statement is not signed, or the log does not have the row that the statement names or that this device kept. */
  | { readonly is: 'wrong_head' }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean

/**
 * Checks the log of the queues: that each row hangs on the one before, that nobody was let past others, and that it still has what was
 * signed and what was seen here before. Rows taken out at its end leave a chain that fits: only the last two show that.
 */
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

/** Whether a row that was there is not in these rows as it was, as far as they go. */
const isGone = (head: LogHead | undefined, rows: readonly QueueLogRow[]): boolean =>
  head !== undefined &&
  ((rows[0]?.id ?? 0) < head.line || rows.some(({ id, hash }) => id === head.line && hash !== head.hash))
