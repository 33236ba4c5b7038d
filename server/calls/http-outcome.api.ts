import { askOutcome } from '#kit/wire/contracts/outcome.contract.ts'
import { type Implementation, implement } from '#kit/wire/implement.api.ts'
import { closeKey } from '#kit/wire/kept-answer.store.ts'

const askOutcomeApi = implement(askOutcome, async ({ key }, { tx, walletId, wall, secrets }) => ({
  outcome: await closeKey(tx, { walletId, key: key.toLowerCase(), at: wall, sealKey: secrets.sealKey }),
}))

/** For clients that lost the answer to a write. */
export const outcomeCalls: readonly Implementation[] = [askOutcomeApi]
