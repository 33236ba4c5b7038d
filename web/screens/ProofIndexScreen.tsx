import { isOld } from '#features/proof/own-sums.ts'
import { ProofScreen } from '#features/proof/ProofScreen.tsx'
import { loadConfig } from '#kit/wire/app.contract.ts'
import { showDay } from '#ui/format.ts'
import { useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { ownPartOf } from './own-part.ts'
import { ageOf, judgedAt } from './proof-age.ts'
import { useOwnProof } from './use-own-proof.ts'

/** The proof everybody can look at; somebody who is signed in also sees whether their own coins are in it. */
export function ProofIndexScreen() {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const { proof, again } = useOwnProof({ anew: true })
  const config = useRead(loadConfig, {})
  const now = judgedAt(config.data)
  return (
    <ProofScreen
      own={ownPartOf(walletId, proof)}
      onRefresh={() => (walletId ? again() : Promise.resolve())}
      old={(epoch) => {
        const age = now && ageOf(epoch, now, isOld)
        if (age !== 'old' && age !== 'demo') return null
        const day = showDay(new Date(Date.parse(epoch) - 1).toISOString())
        return <p className="text-small font-semi">{t(age === 'old' ? 'proof.old' : 'proof.old_demo', { day })}</p>
      }}
    />
  )
}
