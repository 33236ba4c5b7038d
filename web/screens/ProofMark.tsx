import type { ReactNode } from 'react'
import type { OwnAmount } from '#features/proof/own-proof.ts'
import { addAmounts, isOld } from '#features/proof/own-sums.ts'
import { CodeText } from '#ui/AmountText.tsx'
import { Note } from '#ui/Facts.tsx'
import { joinAmounts, showAmount, showDate, showMoment } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { covered } from '#ui/own-amount.ts'
import { useText } from '#ui/texts.ts'
import { useBoot } from '#ui/use-boot.ts'
import type { OwnProof } from './use-own-proof.ts'

type ProofMarkProps = {
  readonly proof: OwnProof
  /** The business clock's moment; undefined while it is not known. */
  readonly now: string | undefined
}

/** What was found of one's own proof: quiet while it is right, loud when it is not; nothing for who had no coin when the day ended. */
export function ProofMark({ proof, now }: ProofMarkProps) {
  const t = useText()
  if (proof.is === 'checking') return null
  const answer = (proof.is === 'checked' ? proof.check : proof.last)?.answer
  if (answer?.is === 'wrong')
    return (
      <div role="alert">
        <Note tone="neg">
          {t('home.proof_wrong')}{' '}
          <Link to="/pages/proof/mine" className="font-semi underline">
            {t('home.proof_look')}
          </Link>
        </Note>
      </div>
    )
  if (proof.is === 'unchecked' && answer?.is !== 'right') return <Quiet icon="info">{t('home.proof_unchecked')}</Quiet>
  // Who was owed nothing when the day ended is in no leaf of it: a shield would say more than was checked.
  if (answer?.is !== 'right' || addAmounts(answer.amounts).length === 0) return null
  const isPast = now !== undefined && isOld(answer.epoch, now)
  const notSince = proof.is === 'unchecked' ? proof.last?.at : undefined
  // A shield says that all was looked at: its age, and what moved since.
  const isAll = now !== undefined && answer.compared
  return (
    <Quiet icon={isPast || notSince ? 'warn' : isAll ? 'shield' : 'info'}>
      {t(isPast ? 'home.proof_old' : 'home.proof_right', { day: showDate(answer.day) })}{' '}
      <Amounts amounts={answer.amounts} /> <CodeText value={answer.root} short />
      {notSince && <span className="block text-ink-3">{t('home.proof_since', { moment: showMoment(notSince) })}</span>}
    </Quiet>
  )
}

const Quiet = ({ icon, children }: { icon: 'shield' | 'info' | 'warn'; children: ReactNode }) => (
  <Link
    to="/pages/proof/mine"
    className="press flex min-h-11 items-center gap-2.5 rounded-control bg-surface px-4 py-2 text-small text-ink-2 shadow-card"
  >
    <span className={icon === 'shield' ? 'text-accent-ink' : 'text-ink-3'}>
      <Icon name={icon} size={20} />
    </span>
    <span className="flex-1 [overflow-wrap:anywhere]">{children}</span>
    <Icon name="next" size={18} />
  </Link>
)

function Amounts({ amounts }: { amounts: readonly OwnAmount[] }) {
  const { hide } = useBoot()
  const t = useText()
  const sums = addAmounts(amounts)
  if (sums.length === 0) return null
  if (hide) return <span>{covered}</span>
  const shown = sums.slice(0, 2).map(({ coin, amount }) => `${showAmount(amount)} ${coin}`)
  const more = sums.length - shown.length
  return (
    <span className="font-semi text-ink">
      {joinAmounts(shown)}
      {more > 0 && ` ${t('home.proof_more', { count: String(more) })}`}
    </span>
  )
}
