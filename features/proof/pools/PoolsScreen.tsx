import { useMemo } from 'react'
import { showUnits } from '#kit/amount/amount.ts'
import { flowsOfRows, readFlows } from '#proofs/flows/flows.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Facts, Heading } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { CheckedNote, useChecked } from '../checks/use-checked.tsx'
import { accountName } from '../money/money-account.tsx'
import { PowerLines } from '../power/PowerLines.tsx'
import { CompanyParts } from './CompanyParts.tsx'
import { type FlowsOfDay, figuresOf, type PoolFigures } from './pool-figures.ts'
import { poolSums } from './pools.contract.ts'
import { Rates } from './Rates.tsx'
import { SpentProducts } from './SpentProducts.tsx'
import { useAllDays } from './use-all-days.tsx'

/** Ten years: estimates beyond that are meaningless. */
const longDays = 3_650
const pools = ['dual', 'compound', 'liquidity', 'fund', 'machine', 'node', 'compute'] as const

export function PoolsScreen() {
  const t = useText()
  const sums = useRead(poolSums, {})
  const all = useAllDays(sums.data)
  const read = all === 'failed' ? undefined : all
  const checked = useChecked(read, `${read?.sums.days.length} ${read?.sums.days.at(-1)?.day}`)
  const flows = useMemo((): FlowsOfDay[] => {
    const told = read?.sums ?? sums.data
    return told
      ? [
          { day: null, flows: flowsOfRows(told.before) },
          ...told.days.map(({ day, text }) => ({ day, flows: readFlows(text).flows })),
        ]
      : []
  }, [read, sums.data])
  const refresh = () => sums.refetch()
  return (
    <Screen title={t('title.pools')} up="/pages/proof/index" onRefresh={refresh}>
      <p className="text-small text-ink-3">{t('pools.intro')}</p>
      <ReadState read={sums}>
        {({ first, rates, worths, days: told }) =>
          first ? (
            <>
              <CheckedNote
                checked={all === 'failed' ? { is: 'unchecked' } : checked}
                right={
                  checked.is === 'right' &&
                  t('pools.right', { count: String(checked.days), day: showDay(told.at(-1)?.day ?? first) })
                }
              />
              {checked.is === 'right' && !checked.isWhole && (
                <p className="text-small text-ink-3">
                  {t('pools.before', { day: showDay(read?.sums.days[0]?.day ?? first) })}
                </p>
              )}
              {pools.map((pool) => (
                <Pool key={pool} pool={pool} figures={figuresOf(flows, pool)} />
              ))}
              <CompanyParts days={flows} />
              <Rates rates={rates} />
              <SpentProducts days={flows} worths={worths} />
              {read?.power && (
                <PowerLines power={read.power} checked={checked.is === 'right' ? checked.power : undefined} />
              )}
            </>
          ) : (
            <EmptyState>{t('proof.none')}</EmptyState>
          )
        }
      </ReadState>
    </Screen>
  )
}

function Pool({ pool, figures }: { pool: string; figures: readonly PoolFigures[] }) {
  const t = useText()
  if (figures.length === 0) return null
  const name = accountName(t, `pool.${pool}.free`)
  return (
    <>
      <Heading>{name}</Heading>
      <Card className="grid gap-4 p-4">
        {figures.map((each) => (
          <section key={each.coin} aria-label={`${name} ${each.coin}`} className="grid gap-2">
            <h3 className="font-semi">{each.coin}</h3>
            <PoolFacts {...each} />
          </section>
        ))}
        <ButtonLink look="quiet" compact to="/pages/proof/money" query={{ pool }}>
          {t('title.money')}
        </ButtonLink>
      </Card>
    </>
  )
}

function PoolFacts(figures: PoolFigures) {
  const t = useText()
  const { coin, free, lastsDays, passes } = figures
  const amount = (units: bigint) => <AmountText value={showUnits(units)} coin={coin} />
  const rows = [
    ['proof.kind.promised', figures.promised],
    ['pools.paid', figures.paid],
    ['pools.from_capital', figures.fromCapital],
    ['pools.from_fees', figures.fromFees],
    ['money.root.profit', figures.fromOutside],
    ['pools.to_capital', figures.toCapital],
  ] as const
  return (
    <Facts
      facts={[
        { label: t('pools.free'), value: amount(free), strong: true },
        ...rows.filter(([, units]) => units > 0n).map(([label, units]) => ({ label: t(label), value: amount(units) })),
        {
          label: t('pools.lasts'),
          value: passes
            ? t('pools.lasts_passes')
            : lastsDays === undefined
              ? '—'
              : lastsDays > longDays
                ? t('pool.lasts_long')
                : t('pools.days', { count: String(lastsDays) }),
        },
      ]}
    />
  )
}
