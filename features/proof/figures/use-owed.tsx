import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { keptStatements, readStatements } from '../checks/kept-statements.tsx'
import type { PublishedDay } from '../checks/own-proof.ts'
import { useChecked } from '../checks/use-checked.tsx'
import type { companyProof } from '../proof.contract.ts'
import type { PublicQuestion } from '../public-proof.ts'

type Company = OutputOf<typeof companyProof>
type Read = Pick<PublicQuestion, 'statements' | 'changed'>

/** The latest day before `day` that is kept here, otherwise `day`. */
async function lastSeen(day: string): Promise<string> {
  const before = (await keptStatements()).map((each) => each.day).filter((each) => each < day)
  return before.toSorted().at(-1) ?? day
}

/** Fetches only statements not kept here. @param first oldest day; default: the last one seen here */
export function useOwed(company: Company | undefined, first?: string) {
  const [read, setRead] = useState<Read | 'failed'>()
  const latest = company?.latest
  // biome-ignore lint/correctness/useExhaustiveDependencies: a statement never changes, so it is named by its signature.
  useEffect(() => {
    if (!latest) return
    let isOver = false
    void readDown(latest, first)
      .catch(() => 'failed' as const)
      .then((found) => {
        if (!isOver) setRead(found)
      })
    return () => {
      isOver = true
    }
  }, [latest?.signature, first])
  const chain = read === 'failed' ? undefined : read
  const question = chain && company ? { ...chain, house: company.evidence } : undefined
  const key = `${chain?.statements.length} ${chain?.statements[0]?.signature} ${company?.evidence}`
  const checked = useChecked(question, key)
  return { checked: read === 'failed' ? ({ is: 'unchecked' } as const) : checked, statements: chain?.statements ?? [] }
}

const readDown = async (latest: PublishedDay, first: string | undefined): Promise<Read> =>
  readStatements(latest, first ?? (await lastSeen(latest.day)))
