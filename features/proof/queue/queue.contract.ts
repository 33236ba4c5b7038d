import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, page } from '#kit/wire/fields.ts'
import { queueLogRow } from '#products/reservations/fields.ts'

export const listQueueLog = contract({
  method: 'GET',
  path: '/proof/queue',
  access: 'open',
  summary: 'The log of all reservation queues, hash-chained: anyone can check that nobody was moved.',
  input: v.object({ cursor }),
  output: page(queueLogRow),
  failures: [],
})
