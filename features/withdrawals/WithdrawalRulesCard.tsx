import { parseUnits } from '#kit/amount/amount.ts'
import { chains } from '#kit/chain/chains.ts'
import { Card } from '#ui/shell/List.tsx'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount, showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { hasShareRule, type WithdrawalRules } from './typed-amount.ts'

const units = (text: string | null): bigint => parseUnits(text ?? '') ?? 0n

export function WithdrawalRulesCard({ rules }: { rules: WithdrawalRules }) {
  const t = useText()
  const { coin, opensAt, closesAt } = rules
  const isAlways = opensAt === '00:00' && closesAt === '24:00'
  // Shows the chain's maximum only if it is lower.
  const most = coin === 'USDT' && units(rules.most) >= units(rules.maximumValue) ? null : rules.most
  // Limits are in USDT; other coins are converted by price.
  const value = (amount: string, own = false) => (
    <AmountText value={amount} coin="USDT" about={coin !== 'USDT'} own={own} />
  )
  return (
    <>
      {rules.simulated && <Note>{t('chain.simulated_note', { network: chains[rules.chain].name })}</Note>}
      <Heading>{t('withdraw.rules')}</Heading>
      <Card className="grid gap-3 p-4">
        <Facts
          facts={[
            { label: t('withdraw.minimum'), value: <AmountText value={rules.minimum} coin={coin} /> },
            { label: t('withdraw.fee'), value: <AmountText value={rules.fee} coin={coin} /> },
            {
              label: t('withdraw.maximum'),
              value: (
                <>
                  {value(rules.maximumValue)}
                  {most !== null && (
                    <span className="block text-caption font-normal text-ink-3">
                      {t('withdraw.most', { most: showAmount(most), coin })}
                    </span>
                  )}
                </>
              ),
            },
            {
              label: t('withdraw.day_left'),
              value: (
                <>
                  {value(rules.dayLeftValue, true)}
                  <span className="block text-caption font-normal text-ink-3">
                    {t('withdraw.day_of', { limit: showAmount(rules.dayLimitValue) })}
                  </span>
                </>
              ),
            },
            { label: t('withdraw.window'), value: isAlways ? t('withdraw.always') : `${opensAt}–${closesAt} UTC` },
          ]}
        />
        <p className="text-small text-ink-3">
          {t('withdraw.review_rule', {
            once: showAmount(rules.reviewAboveValue),
            day: showAmount(rules.reviewAboveDayValue),
            count: showCount(rules.reviewAboveCount),
          })}
        </p>
        {rules.ownShare !== null && hasShareRule(rules) && (
          <p className="text-small text-ink-3">
            {t('withdraw.share_rule', { share: showAmount(rules.ownShare), coin })}
          </p>
        )}
      </Card>
    </>
  )
}
