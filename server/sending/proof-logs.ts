import { depositKeyHash, depositKeyHead } from '#outside/chains/keys/deposit-key.store.ts'
import { powerLogHash, powerLogHead } from '#products/power/power-log.store.ts'
import { queueLogHash, queueLogHead } from '#products/reservations/queue-log.store.ts'
import type { NamedLog } from '#proofs/flows/logs.server.ts'

export const proofLogs: readonly NamedLog[] = [
  { name: 'queue', head: queueLogHead, hashAt: queueLogHash },
  { name: 'deposits', head: depositKeyHead, hashAt: depositKeyHash },
  { name: 'power', head: powerLogHead, hashAt: powerLogHash },
]
