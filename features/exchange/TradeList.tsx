import type { OutputOf } from '#kit/wire/contract.ts'
import { pairRate } from '#market/prices/pair-rate.ts'
import { exchangeLogs } from '#market/trade/exchange.contract.ts'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { useSession } from '#ui/session/session.ts'
import { ReceiptActions } from '#ui/sheet/ReceiptActions.tsx'
import { Card, Pages, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Facts } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { figuresOf } from './trade-figures.tsx'

type Receipt = OutputOf<typeof exchangeLogs>['items'][number]

/** Newest first. */
export function TradeList() {
  const t = useText()
  const pages = useReadPages(exchangeLogs, {})
  return (
    <Screen title={t('exchange.list')} up="/pages/exchange/index" onRefresh={pages.refetch}>
      <Pages
        pages={pages}
        label={t('exchange.list')}
        empty={t('exchange.empty')}
        row={({ id, give, receive, amount, received, at }) => (
          <Row
            key={id}
            mark={<CoinIcon asset={receive} size={40} />}
            title={<Num>{`${give} → ${receive}`}</Num>}
            note={showMoment(at)}
            end={<AmountText value={received} coin={receive} signed own className="text-up" />}
            endNote={<AmountText value={`-${amount}`} coin={give} own />}
            to="/pages/exchange/index"
            query={{ id: String(id) }}
          />
        )}
      />
    </Screen>
  )
}

export function TradeReceipt({ id }: { id: string }) {
  const t = useText()
  const read = useRead(exchangeLogs, { id })
  const receipt = read.data?.items[0]
  return (
    <Screen title={t('exchange.one')} up="/pages/exchange/index" onRefresh={read.refetch}>
      <ReadState read={read}>
        {() => (receipt ? <ReceiptCard receipt={receipt} /> : <EmptyState>{t('exchange.missing')}</EmptyState>)}
      </ReadState>
    </Screen>
  )
}

function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const t = useText()
  const { id, give, receive, amount, received, guideRate, at } = receipt
  const walletId = useSession()?.walletId ?? ''
  const guide = guideRate === null ? undefined : pairRate(give, receive, guideRate)
  return (
    <>
      <Card className="grid justify-items-center gap-2 px-4 py-6 text-center">
        <CoinIcon asset={receive} size={56} />
        <h2 className="text-small text-ink-3">{t('exchange.received')}</h2>
        <p className="text-h1 font-bold text-up">
          <AmountText value={received} coin={receive} signed exact own />
        </p>
        <p role="status">
          <Chip tone="accent">{t('exchange.done')}</Chip>
        </p>
      </Card>
      <Card className="p-4">
        <Facts
          facts={[
            { label: t('exchange.give'), value: <AmountText value={amount} coin={give} exact own /> },
            ...figuresOf(t, receipt, true),
            { label: t('exchange.guide'), value: <AmountText value={guide?.rate} coin={guide?.coin ?? ''} /> },
            { label: t('exchange.time'), value: showMoment(at) },
            { label: t('exchange.number'), value: <Num>{id}</Num> },
          ]}
        />
      </Card>
      <ReceiptActions
        receipt={{
          title: t('exchange.done'),
          amounts: [shown(received, receive)],
          seal: walletId,
          facts: [
            { label: t('exchange.give'), value: shown(amount, give) },
            { label: t('exchange.time'), value: showMoment(at) },
            { label: t('exchange.number'), value: String(id) },
          ],
          foot: t('app.name'),
          name: `glasshouse-exchange-${id}`,
        }}
        done={{ to: '/pages/wallet/index' }}
      />
    </>
  )
}

const shown = (amount: string, coin: string): string => `${showAmount(amount, { exact: true })} ${coin}`
