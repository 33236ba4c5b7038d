import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { readStatements } from '../checks/kept-statements.tsx'
import type { PowerDays } from '../power/check-power.ts'
import { powerSums } from '../power/power.contract.ts'
import { proofSummary } from '../proof.contract.ts'
import type { PoolsQuestion } from './check-pools.ts'
import { poolSums } from './pools.contract.ts'

/** Two years of pages load without a tap. Older months stay one sum. */
const [pagesMost, powerPagesMost] = [24, 8]

export type AllDays = PoolsQuestion | 'failed' | undefined

export function useAllDays(newest: OutputOf<typeof poolSums> | undefined): AllDays {
  const [all, setAll] = useState<AllDays>()
  const key = newest && `${newest.days.at(-1)?.day} ${newest.next}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: days that are over never change, so those told are named by the last.
  useEffect(() => {
    if (!newest) return
    let isOver = false
    void readAll(newest)
      .catch((): AllDays => 'failed')
      .then((read) => {
        if (!isOver) setAll(read)
      })
    return () => {
      isOver = true
    }
  }, [key])
  return all
}

async function readAll({ days, before, next }: OutputOf<typeof poolSums>): Promise<PoolsQuestion> {
  const sums = { days: [...days], before }
  let cursor = next
  for (let page = 1; cursor && page < pagesMost; page += 1) {
    const older = await call(poolSums, { cursor }, { quiet: true })
    sums.days.unshift(...older.days)
    sums.before = older.before
    cursor = older.next
  }
  const power = await readPowerDays()
  const first = sums.days[0]?.day ?? ''
  const { latest } = await call(proofSummary, {}, { quiet: true })
  const { statements, changed } = latest ? await readStatements(latest, first) : { statements: [], changed: undefined }
  return { statements, changed, sums, power }
}

async function readPowerDays(): Promise<PowerDays> {
  const days: PowerDays['days'][number][] = []
  let read = await call(powerSums, {}, { quiet: true })
  for (let page = 1; ; page += 1) {
    days.unshift(...read.days)
    if (!read.next || page >= powerPagesMost) return { days, before: read.before }
    read = await call(powerSums, { cursor: read.next }, { quiet: true })
  }
}
