import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { loadQueueLog } from '#products/reservations/queue-log.store.ts'
import { listQueueLog } from './queue.contract.ts'

const pageSize = 100

const listQueueLogApi = implementRead(listQueueLog, async ({ cursor }, { db }) => {
  const before = /^\d{1,15}$/.test(cursor) ? { before: Number(cursor) } : {}
  const items = await loadQueueLog(db, { ...before, limit: pageSize })
  return { items, next: items.length === pageSize ? String(items.at(-1)?.id ?? '') : '' }
})

export const queueCalls: readonly Implementation[] = [listQueueLogApi]
