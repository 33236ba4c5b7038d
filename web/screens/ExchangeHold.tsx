import { loadSecurity } from '#features/security/security.contract.ts'
import { exchangePairs } from '#market/exchange.contract.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Note } from '#ui/Facts.tsx'
import { showAmount, showMoment } from '#ui/format.ts'
import { Card } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'

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
