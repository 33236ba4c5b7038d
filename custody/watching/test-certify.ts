import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#kit/db.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { certifyAddresses } from './certify.job.ts'

/** Waits for an answer while the signer is asked for its word again and again, as the worker does. */
export async function whileCertifying<T>(
  house: { readonly db: Db; readonly chains: Chains },
  answer: Promise<T>,
): Promise<T> {
  let isOver = false
  const work = answer.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await certifyAddresses(house)
    await wait(20)
  }
  return work
}
