import type { ReactNode } from 'react'
import { chains, isChain, networkName } from '#kit/chain/chains.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { useSession } from '#ui/session/session.ts'
import { ReceiptActions } from '#ui/sheet/ReceiptActions.tsx'
import { Card, List } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Chip, type Fact, Facts, Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { AmountText, CodeText, Num } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { Fiat, FiatNote } from '#ui/text/Fiat.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { idGroups, WalletId } from '#ui/text/WalletId.tsx'
import { walletRecord } from '../balances.contract.ts'
import { hashFact, InFact, RecordDetail } from './RecordDetail.tsx'
import { RecordRow, recordName, signedAmount, type WalletRecord } from './RecordRow.tsx'
import { isFollowed } from './record-money.ts'
import { readRef } from './record-refs.ts'

export function RecordScreen() {
  const t = useText()
  const { id = '' } = useQueryOfScreen()
  const read = useRead(walletRecord, { id })
  return (
    <Screen title={t('title.record')} up="/pages/wallet/logs" onRefresh={read.refetch}>
      <ReadState read={read}>
        {({ record, together, detail }) => (
          <>
            <RecordCard record={record} isDetailed={detail !== null} />
            {detail && <RecordDetail detail={detail} />}
            {isFollowed(record) && (
              <ButtonLink look="quiet" to="/pages/proof/money" query={{ id: record.id }}>
                {t('title.money')}
              </ButtonLink>
            )}
            <RecordPicture record={record} />
            <SupportLink query={{ reference: `record-${record.id}` }} />
            {together.length > 0 && (
              <>
                <Heading>{t('record.together')}</Heading>
                <List label={t('record.together')}>
                  {together.map((other) => (
                    <RecordRow key={other.id} record={other} />
                  ))}
                </List>
              </>
            )}
          </>
        )}
      </ReadState>
    </Screen>
  )
}

/** Shows the seal of the counterparty's wallet, or else the user's. */
function RecordPicture({ record }: { record: WalletRecord }) {
  const t = useText()
  const own = useSession()?.walletId ?? ''
  const { id, at, coin, counterpart } = record
  const isWallet = counterpart.kind === 'wallet'
  return (
    <ReceiptActions
      receipt={{
        title: recordName(record),
        amounts: [`${showAmount(signedAmount(record), { exact: true, signed: true })} ${coin}`],
        seal: isWallet ? counterpart.id : own,
        facts: [
          ...(isWallet ? [{ label: t('record.counterpart'), value: idGroups(counterpart.id) }] : []),
          { label: t('record.time'), value: showMoment(at) },
          { label: t('record.number'), value: id },
        ],
        foot: t('app.name'),
        name: `glasshouse-record-${id}`,
      }}
    />
  )
}

/** Isolates an id from the text direction. */
const withId = (say: (id: string) => string, id: string, shown: ReactNode = <CodeText value={id} />): ReactNode => {
  const [before = '', after = ''] = say('\u0000').split('\u0000')
  return (
    <>
      {before}
      {shown}
      {after}
    </>
  )
}

/** Facts from the reference alone, for records without the user's own details. */
function refFacts(t: Say, ref: string): Fact[] {
  if (!ref) return []
  const belongs = readRef(ref)
  if (belongs.kind === 'deposit')
    return [{ label: t('record.network'), value: networkName(belongs.chain) }, ...hashFact(t, belongs.hash)]
  const { kind } = belongs
  const value =
    kind === 'order' || kind === 'withdrawal' ? (
      withId((id) => t(`record.ref.${kind}`, { id }), belongs.id)
    ) : (
      <CodeText value={ref} />
    )
  return [{ label: t('record.ref'), value }]
}

function otherSide(t: Say, { kind, id }: WalletRecord['counterpart']): ReactNode {
  if (kind === 'own' || kind === 'house' || kind === 'issued') return t(`record.counterpart.${kind}`)
  if (kind === 'network') return isChain(id) ? chains[id].name : id
  const say = (shown: string) => t(`record.counterpart.${kind}`, { id: shown })
  return kind === 'wallet' ? withId(say, id, <WalletId id={id} />) : withId(say, id)
}

function RecordCard({ record, isDetailed }: { record: WalletRecord; isDetailed: boolean }) {
  const t = useText()
  return (
    <Card className="grid gap-4 p-4">
      <div className="grid justify-items-center gap-2 py-2 text-center">
        <CoinIcon asset={record.coin} size={56} />
        <span className="font-semi text-ink-2">{recordName(record)}</span>
        <AmountText
          value={signedAmount(record)}
          coin={record.coin}
          signed
          exact
          own
          className={`text-h1 font-bold leading-tight ${record.direction === 'in' ? 'text-up' : ''}`}
        />
        {record.coin === 'USDT' && <Fiat worth={signedAmount(record)} className="text-ink-2" />}
        <Chip tone={record.direction === 'in' ? 'accent' : 'plain'}>{t(`record.${record.direction}`)}</Chip>
      </div>
      {record.coin === 'USDT' && <FiatNote />}
      <Facts
        facts={[
          { label: t('record.type'), value: recordName(record) },
          { label: t('record.code'), value: <Num>{record.code}</Num> },
          { label: t('record.coin'), value: record.coin },
          { label: t('record.account'), value: t(`record.account.${record.account}`) },
          {
            label: t('record.balance_after'),
            value: <AmountText value={record.balanceAfter} coin={record.coin} exact own />,
          },
          { label: t('record.counterpart'), value: otherSide(t, record.counterpart) },
          ...(isDetailed ? [] : refFacts(t, record.ref)),
          { label: t('record.time'), value: showMoment(record.at) },
          {
            label: t('record.number'),
            value: (
              <InFact>
                <CodeText value={record.id} short />
                <CopyButton value={record.id} label={t('record.copy_number')} />
              </InFact>
            ),
          },
        ]}
      />
    </Card>
  )
}
