import { type Asset, assets as assetTable, isCoin } from '#kit/amount/coins.ts'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { Card, Pages } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { FactGrid, Heading, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { Fiat, FiatNote } from '#ui/text/Fiat.tsx'
import { showDay } from '#ui/text/format.ts'
import { type TextId, useText } from '#ui/text/texts.ts'
import { walletAssets, walletRecords } from './balances.contract.ts'
import { EventRow } from './records/EventRow.tsx'
import { eventsOf } from './records/record-events.ts'

const isAsset = (name: string): name is Asset => name in assetTable
const about: Partial<Record<Asset, TextId & `wallet.${string}`>> = {
  ATM: 'wallet.retired',
  POWER: 'wallet.point_power',
  CREDIT: 'wallet.point_credit',
}

export function TokenScreen() {
  const t = useText()
  const { coin: named = '' } = useQueryOfScreen()
  const coin: Asset = isAsset(named) ? named : 'USDT'
  const assets = useRead(walletAssets, {})
  const pages = useReadPages(walletRecords, { coin })
  const refresh = () => Promise.all([assets.refetch(), pages.refetch()])
  const explained = about[coin] as 'wallet.retired' | undefined
  return (
    <Screen title={coin} up="/pages/wallet/index" onRefresh={refresh}>
      <ReadState read={assets}>
        {({ items }) => {
          const item = items.find((each) => each.coin === coin)
          return (
            <>
              <Card className="grid justify-items-center gap-2 p-5 text-center">
                <CoinIcon asset={coin} size={56} />
                <AmountText
                  value={item?.available ?? '0'}
                  coin={coin}
                  own
                  className="text-h1 font-bold leading-tight [overflow-wrap:anywhere]"
                />
                <span className="text-small text-ink-3">{t('wallet.available')}</span>
              </Card>
              {explained ? (
                <Note tone="plain">{t(explained)}</Note>
              ) : (
                <FactGrid
                  facts={[
                    { label: t('wallet.held'), value: <AmountText value={item?.held ?? '0'} own exact /> },
                    { label: t('wallet.in_orders'), value: <AmountText value={item?.inOrders ?? '0'} own exact /> },
                    ...(item && item.promised !== '0'
                      ? [{ label: t('wallet.promised'), value: <AmountText value={item.promised} own exact /> }]
                      : []),
                    ...(item && item.inMarkets !== '0'
                      ? [{ label: t('wallet.in_markets'), value: <AmountText value={item.inMarkets} own about /> }]
                      : []),
                    {
                      label: t('wallet.value'),
                      value: item?.value ? (
                        <>
                          <AmountText value={item.value} coin="USDT" worth own about />
                          <Fiat worth={item.value} className="text-small text-ink-2" />
                        </>
                      ) : (
                        t('wallet.no_price')
                      ),
                    },
                  ]}
                />
              )}
              {item?.value && <FiatNote />}
            </>
          )
        }}
      </ReadState>
      {isCoin(coin) && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
          <ButtonLink to="/pages/wallet/recharge" query={{ coin }} icon="down">
            {t('wallet.recharge')}
          </ButtonLink>
          <ButtonLink to="/pages/wallet/withdraw" query={{ coin }} look="quiet" icon="up">
            {t('wallet.withdraw')}
          </ButtonLink>
          <ButtonLink to="/pages/wallet/conver" query={{ coin }} look="quiet" icon="send">
            {t('wallet.transfer')}
          </ButtonLink>
          <ButtonLink to="/pages/exchange/index" query={{ give: coin }} look="quiet" icon="swap">
            {t('tab.exchange')}
          </ButtonLink>
        </div>
      )}
      <Heading
        action={
          <Link
            to="/pages/wallet/logs"
            query={{ coin }}
            className="-my-3 grid min-h-11 items-center ps-3 text-small font-semi text-accent-ink"
          >
            {t('records.narrow')}
          </Link>
        }
      >
        {t('wallet.records')}
      </Heading>
      <Pages
        pages={{ ...pages, items: pages.items && eventsOf(pages.items, showDay) }}
        label={t('wallet.records')}
        empty={t('records.empty')}
        row={(event) => <EventRow key={event.key} event={event} />}
      />
    </Screen>
  )
}
