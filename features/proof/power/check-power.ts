import type { OutputOf } from '#kit/wire/contract.ts'
import { powerOfRows, readPower } from '#products/power/power-log.ts'
import type { LogHead, Statement } from '#proofs/tree/format.ts'
import { digestOf } from '../../../docs/proof/verify.mjs'
import type { powerSums } from './power.contract.ts'

export type PowerDays = Pick<OutputOf<typeof powerSums>, 'days' | 'before'>
export type PowerAnswer =
  /** `until`: last day named by a statement. `isWhole`: verified from the first day. The sums are unproven, because we do not owe POWER. */
  | { readonly is: 'right'; readonly until: string; readonly isWhole: boolean }
  /** No statement names the log yet. */
  | { readonly is: 'unnamed' }
  | { readonly is: 'wrong'; readonly detail: string }

const beginning = '0'.repeat(64)

/**
 * Verifies the hash chain and the day each statement names, which reveals later changes. @param statements signed, newest first. @throws if
 * a text is malformed
 */
export async function checkPower(statements: readonly Statement[], { days, before }: PowerDays): Promise<PowerAnswer> {
  const wrong = (day: string) => ({ is: 'wrong', detail: `${day}: power` }) as const
  powerOfRows(before)
  const digests: string[] = []
  for (const { day, text } of days) {
    const said = readPower(text)
    if (said.day !== day || said.previous !== (digests.at(-1) ?? said.previous)) return wrong(day)
    digests.push(await digestOf(text))
  }
  const [first] = days
  const isWhole = first !== undefined && readPower(first.text).previous === beginning
  if (first && isWhole && before !== '[]') return wrong(first.day)
  let newest: LogHead | undefined
  for (const { day, logs } of statements) {
    const { power: head } = logs
    if (!head) continue
    const place = digests.indexOf(head.hash)
    if (isWhole ? place !== head.line - 1 : !newest && place < 0) return wrong(day)
    newest ??= head
  }
  if (!newest) return { is: 'unnamed' }
  return { is: 'right', until: days[digests.indexOf(newest.hash)]?.day ?? '', isWhole }
}
