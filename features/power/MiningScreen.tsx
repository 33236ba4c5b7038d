import { rateOf } from '#kit/amount/amount.ts'
import { readAgain, useRead } from '#ui/call/use-call.ts'
import { ButtonLink, IconLink } from '#ui/form/Button.tsx'
import { useSession } from '#ui/session/session.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { FactGrid, Heading } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { CompensationCard } from './CompensationCard.tsx'
import { PowerRecords } from './PowerRecords.tsx'
import { getPower, listPower, type Power } from './power.contract.ts'

/** pages/mining/index: the holder's POWER; `view=list` shows its records. */
export function MiningScreen() {
  const { view } = useQueryOfScreen()
  return view === 'list' ? <PowerRecords /> : <Mining />
}

function Mining() {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const read = useRead(getPower, {})
  return (
    <Screen
      title={t('title.mining')}
      up="/pages/invest/index"
      onRefresh={() => readAgain(getPower, listPower)}
      action={<IconLink icon="records" label={t('mining.records')} to="/pages/mining/index" query={{ view: 'list' }} />}
    >
      <ReadState read={read} skeleton={<MiningSkeleton />}>
        {(power) => (
          <>
            <PowerHero power={power} walletId={walletId} />
            <Income power={power} />
            <ForSale power={power} />
            <Heading>{t('mining.how')}</Heading>
            <Pool power={power} />
            <Heading>{t('mining.decay')}</Heading>
            <CompensationCard power={power} />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

/** Two decimals cannot show a share below 0.01 %. */
function showShare(share: string): string {
  const { numerator, denominator } = rateOf(share)
  return showPercent(share, { decimals: numerator * 1000n < denominator ? 4 : 2 })
}

function PowerHero({ power, walletId }: { power: Power; walletId: string }) {
  const t = useText()
  return (
    <Hero sealOf={walletId}>
      <h2 className="text-small text-hero-ink-2">{t('mining.power')}</h2>
      <div className="mt-0.5 min-h-12 text-display font-bold leading-tight tracking-[-.02em]">
        <AmountText value={power.power} coin="POWER" own large />
      </div>
      <p className="mt-1 text-small text-hero-ink-2">
        {t('mining.share')} <Num className="font-semi text-hero-ink">{showShare(power.share)}</Num>
      </p>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 rounded-control bg-[#ffffff14] px-4 py-3 text-small">
        <span className="text-hero-ink-2">{t('mining.estimate')}</span>
        <AmountText value={power.estimate} coin="ATMC" about own className="font-semi" />
      </p>
    </Hero>
  )
}

function Income({ power }: { power: Power }) {
  const t = useText()
  return (
    <FactGrid
      facts={[
        { label: t('mining.today'), value: <AmountText value={power.todayIncome} coin="ATMC" own /> },
        { label: t('mining.total'), value: <AmountText value={power.totalIncome} coin="ATMC" own /> },
        {
          label: t('mining.guide_price'),
          value: power.guidePrice === null ? '—' : <AmountText value={power.guidePrice} coin="USDT" />,
        },
        {
          label: t('mining.slippage'),
          value: power.slippage === null ? '—' : <Num>{showPercent(power.slippage)}</Num>,
        },
      ]}
    />
  )
}

function ForSale({ power }: { power: Power }) {
  const t = useText()
  const has = /[1-9]/.test(power.forSale)
  return (
    <Card className="flex items-center gap-4 p-4">
      <div className="min-w-0 flex-1">
        <h2 className="text-small text-ink-3">{t('mining.for_sale')}</h2>
        <AmountText value={power.forSale} coin={power.give} own className="text-title font-semi leading-tight" />
      </div>
      {has && (
        <ButtonLink
          compact
          look="quiet"
          icon="swap"
          to="/pages/exchange/index"
          query={{ pair: String(power.pairId), give: power.give, amount: power.forSale }}
        >
          {t('mining.sell')}
        </ButtonLink>
      )}
    </Card>
  )
}

function Pool({ power }: { power: Power }) {
  const t = useText()
  return (
    <Card className="grid gap-3 p-4">
      <p className="text-small text-ink-2">
        {t('mining.how_about', { share: showPercent(power.dayShare), decay: showPercent(power.decayShare) })}
      </p>
      <dl className="rows text-small">
        {[
          { label: t('mining.pool'), value: power.poolFree, coin: 'ATMC' },
          { label: t('mining.all_power'), value: power.allPower, coin: 'POWER' },
          { label: t('mining.full_power'), value: power.fullPower, coin: 'POWER' },
        ].map(({ label, value, coin }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt className="text-ink-3">{label}</dt>
            <dd className="ms-auto text-end font-semi">
              <AmountText value={value} coin={coin} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-caption text-ink-3">{t('mining.full_about')}</p>
    </Card>
  )
}

const MiningSkeleton = () => (
  <>
    <Skeleton className="h-48 !rounded-hero" />
    <Skeleton className="h-36 !rounded-card" />
    <Skeleton className="h-20 !rounded-card" />
  </>
)
