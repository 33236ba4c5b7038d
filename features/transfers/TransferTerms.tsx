import { ButtonLink } from '#ui/form/Button.tsx'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { Card } from '#ui/shell/List.tsx'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { ClosingNote } from '#ui/text/ClosingNote.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { TransferRules } from './typed-transfer.ts'

const isAlways = ({ opensAt, closesAt }: TransferRules): boolean => opensAt === '00:00' && closesAt === '24:00'

export function Obstacles({ rules }: { rules: TransferRules }) {
  const t = useText()
  const { coin, open, opensAt, closesAt, stop, heldUntil } = rules
  return (
    <>
      {stop && (
        <Card className="grid gap-3 p-4">
          <p className="text-small text-neg">
            {/* A freeze has no end date, so its text names none. */}
            {t(`transfer.stop.${stop.by}` as 'transfer.stop.ban', { until: stop.until ? showMoment(stop.until) : '—' })}{' '}
            <bdi>{stop.reason}</bdi>
          </p>
          <ButtonLink look="quiet" icon="shield" to="/pages/my/security">
            {t('transfer.to_security')}
          </ButtonLink>
        </Card>
      )}
      {!open && (
        <Note tone="neg">
          {isAlways(rules)
            ? t('transfer.closed', { coin })
            : t('transfer.wrong_time', { coin, from: opensAt, to: closesAt })}
        </Note>
      )}
      <ClosingNote closing={rules.closing} />
      {heldUntil && <Note>{t('transfer.held', { until: showMoment(heldUntil) })}</Note>}
    </>
  )
}

export function TransferRulesCard({ rules }: { rules: TransferRules }) {
  const t = useText()
  const showOwn = useShowOwn()
  // Limits are in USDT; other coins are converted by price.
  const value = (amount: string) => <AmountText value={amount} coin="USDT" about={rules.coin !== 'USDT'} />
  return (
    <>
      <Heading>{t('transfer.rules')}</Heading>
      <Card className="grid gap-3 p-4">
        <Facts
          facts={[
            { label: t('transfer.minimum'), value: value(rules.minimumValue) },
            { label: t('transfer.maximum'), value: value(rules.maximumValue) },
            { label: t('transfer.fee'), value: t('transfer.fee_none') },
            {
              label: t('transfer.window'),
              value: isAlways(rules) ? t('transfer.always') : `${rules.opensAt}–${rules.closesAt} UTC`,
            },
            { label: t('transfer.scope'), value: t(`transfer.scope.${rules.scope}`) },
          ]}
        />
        {rules.googleBound && (
          <p className="text-small text-ink-3">
            {t('transfer.code_rule', {
              value: showAmount(rules.withoutCodeValue),
              left: showOwn(rules.withoutCodeLeft),
            })}
          </p>
        )}
      </Card>
    </>
  )
}
