import { Suspense, useCallback, useState } from 'react'
import type { OwnPart } from '#features/proof/answer/proof-checks.ts'
import { isOld } from '#features/proof/checks/own-sums.ts'
import { ProofScreen } from '#features/proof/ProofScreen.tsx'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useSession } from '#ui/session/session.ts'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { ageOf, judgedAt } from './proof-age.ts'

const OwnProbe = lazyExtra(async () => (await import('./OwnProbe.tsx')).OwnProbe)

type Found = { readonly own: OwnPart; readonly again: () => Promise<void> }

export function ProofIndexScreen() {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const [found, setFound] = useState<Found>()
  const tell = useCallback((own: OwnPart, again: Found['again']) => setFound({ own, again }), [])
  const config = useRead(loadConfig, {})
  const now = judgedAt(config.data)
  return (
    <>
      {isSignedIn && (
        <Suspense>
          <OwnProbe onFound={tell} />
        </Suspense>
      )}
      <ProofScreen
        own={isSignedIn ? (found?.own ?? { is: 'waiting' }) : { is: 'out' }}
        onRefresh={() => (isSignedIn && found ? found.again() : Promise.resolve())}
        old={(epoch) => {
          const age = now && ageOf(epoch, now, isOld)
          if (age !== 'old' && age !== 'demo') return null
          const day = showDay(new Date(Date.parse(epoch) - 1).toISOString())
          return <p className="text-small">{t(age === 'old' ? 'proof.old' : 'proof.old_demo', { day })}</p>
        }}
      />
    </>
  )
}
