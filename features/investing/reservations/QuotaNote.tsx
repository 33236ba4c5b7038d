import type { OutputOf } from '#kit/wire/contract.ts'
import { Note } from '#ui/show/Facts.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { getProduct } from '../investing.contract.ts'

/** Only the first digit is public. */
const about = (left: string): string => `≈\u00a0${showAmount(left)}`

export function QuotaNote({ product }: { product: OutputOf<typeof getProduct>['product'] }) {
  const t = useText()
  const { quota, caps, needsReservation, queued, base } = product
  if (!quota && !caps && !needsReservation) return null
  const said = [
    ...(needsReservation ? [t('quota.by_reservation')] : []),
    ...(quota
      ? [t('quota.left', { left: `${about(quota.left)} ${base}`, daily: `${showAmount(quota.daily)} ${base}` })]
      : []),
    ...(caps
      ? [
          t('quota.caps', {
            left: about(caps.dayLeft),
            day: showAmount(caps.day),
            wallet: showAmount(caps.wallet),
          }),
        ]
      : []),
    ...(queued > 0 || needsReservation ? [t('quota.queued', { count: String(queued) })] : []),
  ]
  return <Note tone="plain">{said.join(' ')}</Note>
}
