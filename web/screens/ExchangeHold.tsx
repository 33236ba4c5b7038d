import { loadSecurity } from '#features/security/security.contract.ts'
import { exchangePairs } from '#market/trade/exchange.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

/** Restrictions and waiting times of this wallet, shown before input. */
export function ExchangeHold() {
  const t = useText()
  const security = useRead(loadSecurity, {}).data
  const above = useRead(exchangePairs, {}).data?.heldAboveValue
  if (!security || above === undefined) return null
  const { banned, frozenAt, withdrawalsHeldUntil: until } = security
  if (banned || frozenAt)
    return (
      <Card className="grid gap-3 p-4">
        <p className="text-small text-neg">
          {banned
            ? t('exchange.suspended', { until: banned.until ? showMoment(banned.until) : '—' })
            : t('exchange.frozen')}{' '}
          <bdi>{banned?.reason}</bdi>
        </p>
        <ButtonLink look="quiet" icon="shield" to="/pages/my/security">
          {t('exchange.to_security')}
        </ButtonLink>
      </Card>
    )
  return until && <Note>{t('exchange.held', { value: showAmount(above), until: showMoment(until) })}</Note>
}
