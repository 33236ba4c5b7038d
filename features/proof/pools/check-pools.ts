import type { OutputOf } from '#kit/wire/contract.ts'
import { firstGap } from '#proofs/flows/check-flows.ts'
import { type Flow, flowsOfRows, readFlows } from '#proofs/flows/flows.ts'
import type { Published, Statement } from '#proofs/tree/format.ts'
import { checkFollows, digestOf, readStatement } from '../../../docs/proof/verify.mjs'
import type { poolSums } from './pools.contract.ts'

export type PoolsQuestion = {
  /** Newest first: as many as there are days, or more. */
  readonly statements: readonly (Published & { readonly day: string })[]
  readonly sums: Pick<OutputOf<typeof poolSums>, 'days' | 'before'>
}
export type PoolsAnswer =
  | { readonly is: 'right'; readonly days: number }
  | { readonly is: 'wrong'; readonly detail: string }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

/**
 * Checks that statements are signed by one key and follow one another, that each names the digest of its day's sums, and that all sums
 * from the first day on lead to what each statement has.
 */
export async function checkPools({ statements, sums }: PoolsQuestion, isSigned: IsSigned): Promise<PoolsAnswer> {
  const wrong = (detail: string) => ({ is: 'wrong', detail }) as const
  try {
    const told = new Map<string, Statement>()
    let next: Statement | undefined
    for (const published of statements) {
      if (published.publicKey !== statements[0]?.publicKey) return wrong('another key')
      const statement = await readStatement(published, isSigned)
      if (next) await checkFollows(next, statement, published.text)
      told.set(published.day, statement)
      next = statement
    }
    const all: Flow[] = flowsOfRows(sums.before)
    for (const { day, text } of sums.days) {
      const statement = told.get(day)
      if (!statement || readFlows(text).day !== day) return wrong(`${day}: no statement`)
      if (statement.logs.flows?.hash !== (await digestOf(text))) return wrong(`${day}: another digest`)
      all.push(...readFlows(text).flows)
      const gap = firstGap(undefined, all, statement)
      if (gap) return wrong(`${day}: ${gap}`)
    }
    return { is: 'right', days: sums.days.length }
  } catch (error) {
    return wrong((error as Error).message)
  }
}
