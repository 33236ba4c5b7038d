import type { OutputOf } from '#kit/wire/contract.ts'
import { firstGap } from '#proofs/flows/check-flows.ts'
import { flowsOfRows, readFlows } from '#proofs/flows/flows.ts'
import type { Published, Statement } from '#proofs/tree/format.ts'
import { checkFollows, digestOf, readStatement } from '../../../docs/proof/verify.mjs'
import { checkPower, type PowerAnswer, type PowerDays } from '../power/check-power.ts'
import type { poolSums } from './pools.contract.ts'

export type PoolsQuestion = {
  /** Newest first, at least one per day. */
  readonly statements: readonly (Published & { readonly day: string })[]
  /** A day whose statement differs from this device's copy. */
  readonly changed?: string | undefined
  readonly sums: Pick<OutputOf<typeof poolSums>, 'days' | 'before'>
  /** Omitted if not requested. */
  readonly power?: PowerDays
}
export type PoolsAnswer =
  /** `isWhole`: all sums from the first day are verified. */
  | {
      readonly is: 'right'
      readonly days: number
      readonly isWhole: boolean
      readonly power?: Exclude<PowerAnswer, { is: 'wrong' }> | undefined
    }
  | { readonly is: 'wrong'; readonly detail: string }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

/**
 * Verifies that one key signed a gapless chain of statements, each naming its day's digest, and that the sums explain every change. Earlier
 * sums must match the first statement.
 */
export async function checkPools(
  { statements, changed, sums, power: said }: PoolsQuestion,
  isSigned: IsSigned,
): Promise<PoolsAnswer> {
  const wrong = (detail: string) => ({ is: 'wrong', detail }) as const
  if (changed) return wrong(`${changed} is not the one this device kept`)
  try {
    const told = await readStatements(statements, isSigned)
    let previous: Statement | undefined
    for (const { day, text } of sums.days) {
      const statement = told.get(day)
      const head = statement?.logs.flows
      if (!statement || !head || readFlows(text).day !== day) return wrong(`${day}: no statement`)
      if (head.hash !== (await digestOf(text))) return wrong(`${day}: another digest`)
      if (previous && head.line !== (previous.logs.flows?.line ?? 0) + 1) return wrong(`${day}: a day is left out`)
      if (head.line === 1 && sums.before !== '[]') return wrong(`${day}: another beginning`)
      const flows = readFlows(text).flows
      const gap = firstGap(previous, previous ? flows : [...flowsOfRows(sums.before), ...flows], statement)
      if (gap) return wrong(`${day}: ${gap}`)
      previous = statement
    }
    const isWhole = told.get(sums.days[0]?.day ?? '')?.logs.flows?.line === 1
    const power = said && (await checkPower([...told.values()], said))
    return power?.is === 'wrong' ? power : { is: 'right', days: sums.days.length, isWhole, power }
  } catch (error) {
    return wrong((error as Error).message)
  }
}

/** @throws if one is unsigned or does not follow its predecessor */
async function readStatements(
  statements: PoolsQuestion['statements'],
  isSigned: IsSigned,
): Promise<ReadonlyMap<string, Statement>> {
  const told = new Map<string, Statement>()
  let next: Statement | undefined
  for (const published of statements) {
    if (published.publicKey !== statements[0]?.publicKey) throw new Error('another key')
    const statement = await readStatement(published, isSigned)
    if (next) await checkFollows(next, statement, published.text)
    told.set(published.day, statement)
    next = statement
  }
  return told
}
