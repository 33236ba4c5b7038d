import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, page } from '#kit/wire/fields.ts'
import { queueLogRow } from '#products/reservations/fields.ts'

export const listQueueLog = contract({
  method: 'GET',
  path: '/proof/queue',
  access: 'open',
  summary:
    'Returns the hash-chained log of all reservation queues, which anyone can use to verify that no position was changed.',
  input: v.object({ cursor }),
  output: page(queueLogRow),
  failures: [],
})
