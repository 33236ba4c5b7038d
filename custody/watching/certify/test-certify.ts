import type { Db } from '#kit/store/db.ts'
import { until } from '#kit/test/test-until.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { certifyAddresses } from './certify.job.ts'

export async function whileCertifying<T>(
  company: { readonly db: Db; readonly chains: Chains },
  answer: Promise<T>,
): Promise<T> {
  let isOver = false
  const work = answer.finally(() => {
    isOver = true
  })
  await until('an answer while addresses are certified', async () => {
    await certifyAddresses(company)
    return isOver
  })
  return work
}
