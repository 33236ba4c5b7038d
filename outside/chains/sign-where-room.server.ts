import type { ChainId } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { reportOnce } from './incident.store.ts'
import { DayIsFull } from './signer-refused.ts'

/**
 * For signatures that can wait a day. @param what named in the single notice to the operator. @returns undefined if a 24-hour cap is
 * reached
 */
export async function signWhereRoom<Signed>(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> },
  chain: ChainId,
  what: string,
  sign: () => Promise<Signed>,
): Promise<Signed | undefined> {
  try {
    return await sign()
  } catch (error) {
    if (!(error instanceof DayIsFull)) throw error
    const detail = { reason: what, said: error.message }
    await reportOnce(db, { chain, kind: 'signer_full', halts: false, detail, at: clock.now() }, 'reason')
    return undefined
  }
}
