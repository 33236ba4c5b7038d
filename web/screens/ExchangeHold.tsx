import { exchangePairs } from '#features/exchange/exchange.contract.ts'
import { loadSecurity } from '#features/security/security.contract.ts'
import { Note } from '#ui/Facts.tsx'
import { showAmount, showMoment } from '#ui/format.ts'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'

/** The wait after a security change, where there is one, before anything is typed. */
export function ExchangeHold() {
  const t = useText()
  const until = useRead(loadSecurity, {}).data?.withdrawalsHeldUntil
  const above = useRead(exchangePairs, {}).data?.heldAboveValue
  if (!until || above === undefined) return null
  return <Note>{t('exchange.held', { value: showAmount(above), until: showMoment(until) })}</Note>
}
