import { useEffect, useState } from 'react'
import { checkApart } from '#features/proof/checks/check-apart.tsx'
import { isOtherKey } from '#features/proof/checks/kept-key.tsx'
import { proofReserves } from '#features/proof/reserves.contract.ts'
import { readJson } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useOnline } from '#ui/shell/use-online.ts'
import { type CheckedCompany, type Company, coverOf } from './company-cover.ts'

type Latest = NonNullable<OutputOf<typeof proofReserves>['latest']>

async function check({ reserves, owing }: Latest): Promise<Company> {
  // Detects a statement forged for one victim with a different key.
  if (await isOtherKey(reserves.publicKey)) return { is: 'wrong' }
  const checked = await checkApart({ reserves, owing })
  if (checked.is === 'wrong') return { is: 'wrong' }
  const { day, epoch } = readJson(owing.text) as Pick<CheckedCompany, 'day' | 'epoch'>
  return { is: 'right', day, epoch, ...coverOf(checked.coins) }
}

type Found = { readonly signature: string; readonly company: Company }
let last: Found | undefined
const firstStatementMs = 30_000

export function useCompanyProof(): Company {
  const isOnline = useOnline()
  const [isNone, setIsNone] = useState(false)
  const { data, error } = useRead(proofReserves, {}, isNone ? { everyMs: firstStatementMs } : {})
  const [found, setFound] = useState(last)
  const latest = data?.latest
  useEffect(() => setIsNone(data !== undefined && !latest), [data, latest])
  useEffect(() => {
    const signature = latest?.reserves.signature
    if (!latest || signature === undefined || last?.signature === signature) return
    let isOver = false
    void check(latest)
      .catch((): Company => ({ is: 'unchecked' }))
      .then((company) => {
        // If the checking code failed to load, retries next time.
        if (company.is !== 'unchecked') last = { signature, company }
        if (!isOver) setFound({ signature, company })
      })
    return () => {
      isOver = true
    }
  }, [latest])
  if (!data) return { is: error || !isOnline ? 'unchecked' : 'checking' }
  if (!latest) return { is: 'none' }
  const known = [found, last].find((each) => each?.signature === latest.reserves.signature)
  return known?.company ?? { is: 'checking' }
}
