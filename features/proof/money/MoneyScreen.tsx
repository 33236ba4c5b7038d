import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showDay, showMoment } from '#ui/text/format.ts'
import { sayIfKnown, useText } from '#ui/text/texts.ts'
import { EntryScreen } from './EntryScreen.tsx'
import { MoneyBehind } from './MoneyBehind.tsx'
import { followMoney, poolMoney } from './money.contract.ts'
import { accountName } from './money-account.tsx'

type Money = OutputOf<typeof followMoney>

/** pages/proof/money: `?id=` an own record, `?pool=` a payout pool, `?entry=` a ledger entry. */
export function MoneyScreen() {
  const { id, pool, entry } = useQueryOfScreen()
  if (entry) return <EntryScreen id={entry} />
  return id ? <OfRecord id={id} /> : <OfPool pool={pool ?? 'dual'} />
}

function OfRecord({ id }: { id: string }) {
  const t = useText()
  const read = useRead(followMoney, { id })
  return (
    <Screen title={t('title.money')} up="/pages/wallet/logs" onRefresh={read.refetch}>
      <ReadState read={read}>
        {({ record, behind, orderId, pot, fee }) => (
          <>
            <RecordCard record={record} pot={pot} />
            {behind && <MoneyBehind {...behind} orderId={orderId} />}
            {fee && <FeeParts fee={fee} coin={record.coin} />}
            {!behind && !fee && <Note tone="plain">{t('money.none')}</Note>}
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function RecordCard({ record, pot }: Pick<Money, 'record' | 'pot'>) {
  const t = useText()
  const { id, at, coin, code, amount, direction } = record
  return (
    <>
      <List>
        <Row
          mark={<CoinIcon asset={coin} size={36} />}
          title={sayIfKnown(`record.${code}`) ?? String(code)}
          note={showMoment(at)}
          end={<AmountText value={direction === 'out' ? `-${amount}` : amount} coin={coin} signed exact own />}
          to="/pages/wallet/info"
          query={{ id }}
        />
      </List>
      {pot && (
        <Card className="p-4">
          <Facts
            facts={[
              { label: t('money.pot', { day: showDay(pot.day) }), value: <AmountText value={pot.paid} coin={coin} /> },
            ]}
          />
        </Card>
      )}
    </>
  )
}

function FeeParts({ fee, coin }: { fee: NonNullable<Money['fee']>; coin: string }) {
  const t = useText()
  const nameOf = (to: (typeof fee.parts)[number]['to']) => {
    if (to === 'company') return t('money.fee_company')
    return accountName(t, to === 'referral' ? 'house.referral' : `pool.${to}.free`)
  }
  if (!fee.shared) return <Note tone="plain">{t('money.fee_kept')}</Note>
  if (!fee.day) return <Note tone="plain">{t('money.fee_waits')}</Note>
  return (
    <>
      <Heading>{t('money.fee')}</Heading>
      <p className="text-small text-ink-3">{t('money.fee_mixed', { day: showDay(fee.day) })}</p>
      <List label={t('money.fee')}>
        {fee.parts.map(({ to, amount, own }) => (
          <Row
            key={to}
            title={nameOf(to)}
            end={<AmountText value={own} coin={coin} exact own />}
            endNote={<AmountText value={amount} coin={coin} />}
          />
        ))}
      </List>
    </>
  )
}

function OfPool({ pool }: { pool: string }) {
  const t = useText()
  const read = useRead(poolMoney, { line: pool as 'dual' })
  return (
    <Screen title={t('title.money')} up="/pages/proof/index" onRefresh={read.refetch}>
      <Heading>{accountName(t, pool === 'package' ? 'house.capital' : `pool.${pool}.free`)}</Heading>
      <ReadState read={read}>
        {({ coins }) =>
          coins.length > 0 ? (
            coins.map(({ coin, ...behind }) => <MoneyBehind key={coin} coin={coin} {...behind} />)
          ) : (
            <EmptyState>{t('money.empty')}</EmptyState>
          )
        }
      </ReadState>
    </Screen>
  )
}
