import type { ReactNode } from 'react'
import { AmountText, CodeText, Num } from '#ui/AmountText.tsx'
import { CoinMark } from '#ui/CoinMark.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Chip, Facts, Heading } from '#ui/Facts.tsx'
import { showMoment } from '#ui/format.ts'
import { Card, List } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ReadState } from '#ui/State.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { type TextId, useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { walletRecord } from './balances.contract.ts'
import { RecordRow, recordName, signedAmount, type WalletRecord } from './RecordRow.tsx'

/** One record with every field, and what happened together with it. */
export function RecordScreen() {
  const t = useText()
  const { id = '' } = useQueryOfScreen()
  const read = useRead(walletRecord, { id })
  return (
    <Screen title={t('title.record')} up="/pages/wallet/logs" onRefresh={read.refetch}>
      <ReadState read={read}>
        {({ record, together }) => (
          <>
            <RecordCard record={record} />
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

/** Words around an id that must not be turned around. */
const withId = (say: (id: string) => string, id: string): ReactNode => {
  const [before = '', after = ''] = say('\u0000').split('\u0000')
  return (
    <>
      {before}
      <CodeText value={id} />
      {after}
    </>
  )
}

const refKinds: Readonly<Record<string, TextId & `record.ref.${string}`>> = {
  order: 'record.ref.order',
  withdrawal: 'record.ref.withdrawal',
  deposit: 'record.ref.deposit',
}

function RecordCard({ record }: { record: WalletRecord }) {
  const t = useText()
  const { kind, id: other } = record.counterpart
  const [refKind = '', ...refParts] = record.ref.split(':')
  const refText = refKinds[refKind] as 'record.ref.order' | undefined
  return (
    <Card className="grid gap-4 p-4">
      <div className="grid justify-items-center gap-2 py-2 text-center">
        <CoinMark asset={record.coin} size={56} />
        <span className="font-semi text-ink-2">{recordName(record)}</span>
        <AmountText
          value={signedAmount(record)}
          coin={record.coin}
          signed
          exact
          own
          className={`text-h1 font-bold leading-tight ${record.direction === 'in' ? 'text-up' : ''}`}
        />
        <Chip tone={record.direction === 'in' ? 'accent' : 'plain'}>{t(`record.${record.direction}`)}</Chip>
      </div>
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
          {
            label: t('record.counterpart'),
            value:
              kind === 'own' || kind === 'house' || kind === 'issued'
                ? t(`record.counterpart.${kind}`)
                : withId((id) => t(`record.counterpart.${kind}`, { id }), other),
          },
          ...(record.ref
            ? [
                {
                  label: t('record.ref'),
                  value: refText ? (
                    withId((id) => t(refText, { id }), refParts.join(':'))
                  ) : (
                    <CodeText value={record.ref} />
                  ),
                },
              ]
            : []),
          { label: t('record.time'), value: showMoment(record.at) },
          {
            label: t('record.number'),
            value: (
              <span className="-my-3 -me-3 inline-flex items-center">
                <Num>{record.id}</Num>
                <CopyButton value={record.id} label={t('record.number')} />
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}
