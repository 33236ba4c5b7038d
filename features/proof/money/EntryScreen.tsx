import { useRead } from '#ui/call/use-call.ts'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Facts } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText, CodeText } from '#ui/text/AmountText.tsx'
import { showUtc } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { companyEntry } from './money.contract.ts'
import { accountName } from './money-account.tsx'

export function EntryScreen({ id }: { id: string }) {
  const t = useText()
  const read = useRead(companyEntry, { id })
  return (
    <Screen title={t('title.entry')} up="/pages/proof/index" onRefresh={read.refetch}>
      <ReadState read={read}>
        {({ entry, at, postings }) => (
          <>
            <Card className="p-4">
              <Facts
                facts={[
                  { label: t('money.at'), value: showUtc(at) },
                  { label: t('money.number'), value: <CodeText value={entry} /> },
                ]}
              />
            </Card>
            <List label={t('title.entry')}>
              {postings.map(({ from, to, coin, amount }) => (
                <Row
                  key={`${from} ${to} ${coin} ${amount}`}
                  title={accountName(t, to)}
                  note={t('money.from', { account: accountName(t, from) })}
                  end={<AmountText value={amount} coin={coin} exact />}
                />
              ))}
            </List>
            <p className="text-small text-ink-3">{t('money.entry_note')}</p>
          </>
        )}
      </ReadState>
    </Screen>
  )
}
