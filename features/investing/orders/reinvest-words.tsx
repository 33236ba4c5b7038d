import { isAbove, showAmount } from '#ui/format.ts'
import type { useText } from '#ui/texts.ts'
import type { Outcomes } from './ReinvestChoice.tsx'

/** Coins at the end of a round: the principal and its interest, the side coin that goes, and the power it goes for. */
type Brought = {
  readonly base: string
  readonly side: string | null
  readonly principal: string
  readonly interest: string
  readonly sideRetired: string
  readonly power: string
}

/** What either choice at the end of a round means, in coins. A term that asks for no side coin speaks of none. */
export function outcomesOf(t: ReturnType<typeof useText>, brought: Brought): Outcomes {
  const { base, side, principal, interest, sideRetired, power } = brought
  const values = {
    base: `${showAmount(principal, { exact: true })} ${base}`,
    interest: `${showAmount(interest, { exact: true })} ${base}`,
  }
  const off =
    side && isAbove(sideRetired)
      ? t('reinvest.off_brings', {
          ...values,
          side: `${showAmount(sideRetired, { exact: true })} ${side}`,
          power: showAmount(power),
        })
      : t('reinvest.off_brings_alone', values)
  return { on: t('reinvest.on_brings', values), off }
}
