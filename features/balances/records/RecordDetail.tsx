import type { ReactNode } from 'react'
import { networkName } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { pairRate } from '#market/prices/pair-rate.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import type { Path, Query } from '#ui/shell/navigation.ts'
import { type Fact, Facts } from '#ui/show/Facts.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showMoment } from '#ui/text/format.ts'
import { TransactionHash } from '#ui/text/TransactionHash.tsx'
import { type Say, useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import type { walletRecord } from '../balances.contract.ts'

export type Detail = NonNullable<OutputOf<typeof walletRecord>['detail']>

export function RecordDetail({ detail }: { detail: Detail }) {
  const t = useText()
  const facts = factsOf(t, detail)
  const { to, query } = placeOf(detail)
  return (
    <>
      {facts.length > 0 && (
        <Card className="grid gap-4 p-4">
          <Facts facts={facts} />
          {'address' in detail && (
            <div className="flex items-center gap-2">
              <div className="min-w-0 flex-1">
                <p className="text-small text-ink-3">{t('record.address')}</p>
                <AddressText value={detail.address} />
              </div>
              <CopyButton value={detail.address} label={t('record.copy_address')} />
            </div>
          )}
        </Card>
      )}
      <ButtonLink look="quiet" to={to} query={query}>
        {t(`record.see.${detail.kind}`)}
      </ButtonLink>
    </>
  )
}

function placeOf(detail: Detail): { to: Path; query: Query } {
  if (detail.kind === 'deposit')
    return { to: '/pages/wallet/recharge', query: { coin: detail.coin, chain: detail.chain } }
  const query = { id: String(detail.id) }
  if (detail.kind === 'otc') return { to: '/pages/otc/order', query }
  if (detail.kind === 'ad') return { to: '/pages/otc/ads', query: {} }
  if (detail.kind === 'withdrawal') return { to: '/pages/wallet/withdraw', query }
  if (detail.kind === 'transfer') return { to: '/pages/wallet/conver', query }
  if (detail.kind === 'exchange') return { to: '/pages/exchange/index', query }
  return { to: '/pages/invest/detail', query }
}

export function hashFact(t: Say, hash: string, explorerUrl = ''): Fact[] {
  if (!hash) return []
  const value = (
    <InFact>
      <TransactionHash hash={hash} explorerUrl={explorerUrl} />
    </InFact>
  )
  return [{ label: t('record.hash'), value }]
}

/** Lets buttons be taller than their line without enlarging it. */
export const InFact = ({ children }: { children: ReactNode }) => (
  <span className="-my-3 -me-3 inline-flex items-center">{children}</span>
)

/** Uses the pair's fixed direction. */
function RateText({ detail }: { detail: Extract<Detail, { kind: 'exchange' }> }) {
  const { one, rate, coin } = pairRate(detail.give, detail.receive, detail.rate)
  return (
    <>
      <Num>1</Num> {one} = <AmountText value={rate} coin={coin} />
    </>
  )
}

function factsOf(t: Say, detail: Detail): Fact[] {
  const amountOf = (value: string, coin: string): ReactNode => <AmountText value={value} coin={coin} exact own />
  switch (detail.kind) {
    case 'order':
    case 'ad':
      return []
    case 'otc':
      return [
        {
          label: t(detail.direction === 'out' ? 'record.receiver' : 'record.sender'),
          value: <WalletId id={detail.walletId} />,
        },
        { label: t('record.amount'), value: amountOf(detail.amount, 'USDT') },
        { label: t('record.money'), value: <AmountText value={detail.money} coin={detail.fiat} exact own /> },
        { label: t('record.time'), value: showMoment(detail.at) },
      ]
    case 'deposit':
      return [
        { label: t('record.network'), value: networkName(detail.chain) },
        { label: t('record.amount'), value: amountOf(detail.amount, detail.coin) },
        { label: t('record.seen'), value: showMoment(detail.at) },
        ...hashFact(t, detail.hash, detail.explorerUrl),
      ]
    case 'withdrawal':
      return [
        { label: t('record.network'), value: networkName(detail.chain) },
        { label: t('record.amount'), value: amountOf(detail.amount, detail.coin) },
        { label: t('record.fee'), value: amountOf(detail.fee, detail.coin) },
        { label: t('record.asked'), value: showMoment(detail.at) },
        ...hashFact(t, detail.hash, detail.explorerUrl),
      ]
    case 'transfer':
      return [
        {
          label: t(detail.direction === 'out' ? 'record.receiver' : 'record.sender'),
          value: <WalletId id={detail.walletId} />,
        },
        { label: t('record.amount'), value: amountOf(detail.amount, detail.coin) },
        ...(detail.remark ? [{ label: t('record.remark'), value: <bdi>{detail.remark}</bdi> }] : []),
        { label: t('record.time'), value: showMoment(detail.at) },
      ]
    case 'exchange':
      return [
        { label: t('record.pair'), value: <Num>{`${detail.give} → ${detail.receive}`}</Num> },
        { label: t('record.given'), value: amountOf(detail.amount, detail.give) },
        { label: t('record.received'), value: amountOf(detail.received, detail.receive) },
        { label: t('record.fee'), value: amountOf(detail.fee, detail.give) },
        { label: t('record.rate'), value: <RateText detail={detail} /> },
        { label: t('record.time'), value: showMoment(detail.at) },
      ]
  }
}
