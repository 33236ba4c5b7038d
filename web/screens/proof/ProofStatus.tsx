import { type ReactNode, useEffect, useState } from 'react'
import type { OwnAmount } from '#features/proof/checks/own-proof.ts'
import { addAmounts, isOld } from '#features/proof/checks/own-sums.ts'
import { covered } from '#ui/form/own-amount.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { Note } from '#ui/show/Facts.tsx'
import { CodeText } from '#ui/text/AmountText.tsx'
import { joinAmounts, showAmount, showDate, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { ageOf, type JudgedAt } from './proof-age.ts'
import type { OwnProof } from './use-own-proof.ts'

type ProofStatusProps = {
  readonly proof: OwnProof
  /** Reference time for age; undefined until known. */
  readonly now: JudgedAt | undefined
}

/** Unobtrusive if correct, prominent otherwise. Hidden if the holder had no coins at the day's end. */
export function ProofStatus({ proof, now }: ProofStatusProps) {
  const t = useText()
  if (proof.is === 'checking') return <Checking />
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
  // No statement covers these coins yet, so a shield would claim too much.
  if (answer?.is === 'none' || (answer && addAmounts(answer.amounts).length === 0))
    return hasCoins(proof) ? <Quiet icon="info">{t('home.proof_later')}</Quiet> : null
  if (answer?.is !== 'right') return null
  const age = now && ageOf(answer.epoch, now, isOld)
  const notSince = proof.is === 'unchecked' ? proof.last?.at : undefined
  // The shield requires a check of age, later movements and all displayed figures.
  const isAll = answer.compared && answer.unproven.length === 0
  const said =
    age === 'old'
      ? 'home.proof_old'
      : age === 'demo'
        ? 'home.proof_demo'
        : isAll
          ? 'home.proof_right'
          : 'home.proof_partly'
  return (
    <Quiet icon={age === 'old' || notSince ? 'warn' : age === 'new' && isAll ? 'shield' : 'info'}>
      {t(said, { day: showDate(answer.day) })} <Amounts amounts={answer.amounts} />{' '}
      <CodeText value={answer.root} short />
      {notSince && <span className="block text-ink-3">{t('home.proof_since', { moment: showMoment(notSince) })}</span>}
    </Quiet>
  )
}

/** Longer checks show a status, so unverified figures do not look proven. */
const quickMs = 1_500

function Checking() {
  const t = useText()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), quickMs)
    return () => clearTimeout(timer)
  }, [])
  return isLong ? <Quiet icon="info">{t('home.proof_checking')}</Quiet> : null
}

function hasCoins(proof: OwnProof): boolean {
  const check = proof.is === 'checked' ? proof.check : proof.is === 'unchecked' ? proof.last : undefined
  return (check?.question.shown ?? []).some((row) =>
    [row.available, row.held, row.inOrders, row.inMarkets].some((amount) => /[1-9]/.test(amount)),
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
