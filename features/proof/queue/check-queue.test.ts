import { describe, expect, it } from 'vitest'
import { isSignedBy, publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { hashOfRow, type QueueLogRow } from '#products/reservations/queue-log.ts'
import { testQueueLog } from '#products/reservations/test-queue-log.ts'
import { checkQueue, type KeptQueue } from './check-queue.ts'

const key = new Uint8Array(32).fill(4)
const publicKey = publicTextOf(key)
function signed(row: QueueLogRow | undefined, by = key) {
  const text = JSON.stringify({ logs: row ? { queue: { line: row.id, hash: row.hash } } : {} })
  return { text, signature: signWith(text, by), publicKey: publicTextOf(by) }
}
const keptOf = ({ id, hash }: QueueLogRow): KeptQueue => ({ line: id, hash, publicKey })

describe('the log of the queues, checked on a device', () => {
  const rows = testQueueLog(['queued', 11], ['queued', 12], ['due', 11], ['paid', 11], ['due', 12]).toReversed()
  const at = (place: number): QueueLogRow => {
    const found = rows[place]
    if (!found) throw new Error('there are five')
    return found
  }
  const check = (
    told: readonly QueueLogRow[],
    statement = undefined as ReturnType<typeof signed> | undefined,
    kept = undefined as KeptQueue | undefined,
  ) => checkQueue({ rows: told, statement, kept }, isSignedBy)

  it('holds with the row that was signed and the one that was kept, and is kept itself', () => {
    const keep = { line: 5, hash: at(0).hash, publicKey }
    const named = { line: 3, hash: at(2).hash }
    expect(check(rows, signed(at(2)), keptOf(at(4)))).toEqual({
      is: 'right',
      isWhole: true,
      reached: true,
      named,
      keep,
    })
    const part = check(rows.slice(0, 2), signed(at(2)), keptOf(at(4)))
    expect(part).toMatchObject({ is: 'right', isWhole: false, reached: false, keep: keptOf(at(4)) })
  })

  it('holds before anybody queued, and before the first statement', () => {
    const keep = { line: 0, hash: '', publicKey: undefined }
    expect(check([])).toEqual({ is: 'right', isWhole: true, reached: true, named: undefined, keep })
    expect(check(rows)).toMatchObject({ is: 'right', named: undefined })
    expect(check([], signed(undefined), { ...keep, publicKey })).toMatchObject({ is: 'right', isWhole: true })
  })

  it('keeps the key of the statement, or the known one where there is no statement yet', () => {
    expect(check(rows, signed(at(0)))).toMatchObject({ keep: { line: 5, publicKey } })
    expect(check(rows, undefined, keptOf(at(4)))).toMatchObject({ keep: { line: 5, publicKey } })
    expect(check(rows, signed(at(0)), { ...keptOf(at(4)), publicKey: undefined })).toMatchObject({
      keep: { publicKey },
    })
  })

  it('is not proven by a signed text that names no logs', () => {
    for (const said of [{}, { logs: null }, { logs: 'queue' }, null]) {
      const text = JSON.stringify(said)
      expect(check(rows, { text, signature: signWith(text, key), publicKey }), text).toEqual({ is: 'wrong_head' })
    }
  })

  it('shows a row that was altered, or an order that was let past another', () => {
    expect(check(rows.with(1, { ...at(1), amount: '101' }))).toEqual({ is: 'wrong_row', id: 4 })
    expect(check(testQueueLog(['queued', 11], ['queued', 12], ['due', 12]).toReversed())).toEqual({
      is: 'wrong_row',
      id: 3,
    })
  })

  it('shows rows that were taken out at its end, by the statement and by what the device kept', () => {
    expect(check(rows.slice(1), signed(at(0)))).toEqual({ is: 'wrong_head' })
    expect(check(rows.slice(1), undefined, keptOf(at(0)))).toEqual({ is: 'wrong_head' })
    expect(check([], signed(at(4)))).toEqual({ is: 'wrong_head' })
  })

  it('shows a log that was written anew with right hashes', () => {
    const last = { ...at(0), amount: '5' }
    const anew = rows.with(0, { ...last, hash: hashOfRow(last) })
    expect(check(anew)).toMatchObject({ is: 'right' })
    expect(check(anew, signed(at(0)))).toEqual({ is: 'wrong_head' })
    expect(check(anew, undefined, keptOf(at(0)))).toEqual({ is: 'wrong_head' })
  })

  it('shows a statement that nobody signed, or another key than the one this device knows', () => {
    const statement = signed(at(0))
    expect(check(rows, { ...statement, text: signed(at(1)).text })).toEqual({ is: 'wrong_head' })
    expect(check(rows, signed(at(0), new Uint8Array(32).fill(9)), keptOf(at(1)))).toEqual({ is: 'wrong_head' })
  })
})
