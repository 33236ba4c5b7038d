import type { ReactNode } from 'react'
import { covered } from '#ui/form/own-amount.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { joinAmounts, showAmount, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { CoveredCoin } from '../figures/reserve-figures.ts'
import { type Check, type CheckName, leastCovered, progressOf } from './checks.ts'
import { nameOfNetwork } from './NetworkRows.tsx'
import { ProofRing } from './ProofRing.tsx'
import type { OwnPart } from './proof-checks.ts'

type ProofAnswerProps = {
  readonly checks: readonly Check[]
  /** Computed here from the signed texts. Undefined before that; null without a statement of reserves. */
  readonly coins: readonly CoveredCoin[] | null | undefined
  /** Our own claim, used only to reserve space, not displayed. */
  readonly expected: readonly CoveredCoin[]
  readonly own: OwnPart
  /** Networks this device cannot check. */
  readonly reported: readonly string[]
  readonly old?: ReactNode
}

export function ProofAnswer({ checks, coins, expected, own, reported, old }: ProofAnswerProps) {
  const t = useText()
  const { is } = progressOf(checks)
  const body = (
    <>
      <div className="flex items-center gap-4">
        <ProofRing checks={checks} />
        <p className="min-w-0 font-semi" role={is === 'wrong' ? 'alert' : 'status'}>
          <Status checks={checks} />
        </p>
      </div>
      <div className="mt-3 grid content-start gap-1.5" style={{ minBlockSize: 104 }}>
        {is !== 'wrong' && (
          <>
            <h2 className="text-h1 font-bold leading-tight">
              {coins === undefined ? (
                <span className="invisible" aria-hidden="true">
                  <Held coins={expected} isReported={reported.length > 0} />
                </span>
              ) : (
                <Held coins={coins} isReported={reported.length > 0} />
              )}
            </h2>
            <Own own={own} />
          </>
        )}
        {is !== 'wrong' && reported.length > 0 && (
          <p className="text-small">
            {t('proof.only_reported', {
              networks: new Intl.ListFormat(document.documentElement.lang).format(reported.map(nameOfNetwork)),
            })}
          </p>
        )}
        {old}
      </div>
    </>
  )
  if (is === 'wrong') return <div className="rounded-hero bg-neg-soft p-5 text-neg">{body}</div>
  return <Hero sealOf="proof">{body}</Hero>
}

function Status({ checks }: { checks: readonly Check[] }) {
  const t = useText()
  const { is, done, all, wrong, open } = progressOf(checks)
  const counts = { done: String(done), all: String(all) }
  if (is === 'checking') return all === 0 ? t('proof.chip.waiting') : t('proof.checking_count', counts)
  if (is === 'right') return t('proof.checked_now')
  if (is === 'wrong') return t('proof.part_wrong', { part: wrong ? nameOfCheck(t, wrong) : '' })
  const parts = new Intl.ListFormat(document.documentElement.lang).format(open.map((name) => nameOfCheck(t, name)))
  return t('proof.checked_partly', { ...counts, parts })
}

export function nameOfCheck(t: ReturnType<typeof useText>, name: CheckName): string {
  if (name === 'owed' || name === 'mine' || name === 'held') return t(`proof.part.${name}`)
  return t('proof.part.network', { network: nameOfNetwork(name.replace('network ', '')) })
}

function Held({ coins, isReported }: { coins: readonly CoveredCoin[] | null; isReported: boolean }) {
  const t = useText()
  const least = coins && leastCovered(coins)
  if (!least) return t('proof.hold_unknown')
  const percent = showPercent(least.ratio)
  if (!least.covered) return t(isReported ? 'proof.report_short' : 'proof.hold_short', { percent, coin: least.coin })
  return t(isReported ? 'proof.report_least' : 'proof.hold_least', { percent })
}

function Own({ own }: { own: OwnPart }) {
  const t = useText()
  const { hide } = useBoot()
  if (own.is === 'none') return <p>{t('proof.mine_none')}</p>
  if (own.is === 'waiting')
    return (
      <p className="invisible text-lead font-semi" aria-hidden="true">
        {t('proof.chip.waiting')}
      </p>
    )
  if (own.is !== 'right') return null
  const shown = own.amounts.slice(0, 2).map(({ coin, amount }) => `${hide ? covered : showAmount(amount)} ${coin}`)
  const more = own.amounts.length - shown.length
  const amounts = `${joinAmounts(shown)}${more > 0 ? ` ${t('proof.more', { count: String(more) })}` : ''}`
  return <p className="text-lead font-semi">{t('proof.mine_included', { amounts })}</p>
}
