import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { useRead } from '#ui/call/use-call.ts'
import { saveFile } from '#ui/device/save-file.ts'
import { Button } from '#ui/form/Button.tsx'
import { Choose } from '#ui/form/Choose.tsx'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { useSession } from '#ui/session/session.ts'
import { Card, List } from '#ui/shell/List.tsx'
import { changeQuery } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMonth, showUtc } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { walletStatement } from '../balances.contract.ts'
import { RecordRow, recordName } from '../records/RecordRow.tsx'
import { CsvForm, usualDecimal } from './CsvForm.tsx'
import { csvByteOrderMark, type DecimalSign } from './csv.ts'
import { runningBalances, statementCsv } from './statement.ts'
import { YearFile } from './YearFile.tsx'

type Statement = OutputOf<typeof walletStatement>

/** Loads all pages. Newer records are after the statement's end, so pages stay consistent. */
async function readWhole(month: string): Promise<Statement> {
  const first = await call(walletStatement, { month }, { quiet: true })
  const items = [...first.items]
  for (let { next } = first; next; ) {
    const page = await call(walletStatement, { month, cursor: next }, { quiet: true })
    items.push(...page.items)
    next = page.next
  }
  return { ...first, items, next: '' }
}

export function StatementScreen() {
  const t = useText()
  const { month = '' } = useQueryOfScreen()
  const [decimal, setDecimal] = useState(usualDecimal)
  const read = useRead(walletStatement, /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? { month } : {})
  return (
    <Screen title={t('statement.title')} up="/pages/wallet/logs" onRefresh={read.refetch}>
      <ReadState read={read}>
        {(statement) => (
          <>
            <p className="hidden text-lead font-semi print:block">
              {t('app.name')} · {showMonth(statement.month)}
            </p>
            <div className="print:hidden">
              <Choose
                label={t('statement.month')}
                value={statement.month}
                onChange={(month) => changeQuery({ month })}
                options={statement.months.map((value) => ({ value, label: showMonth(value) }))}
              />
            </div>
            <Month key={statement.month} shown={statement} decimal={decimal}>
              <CsvForm decimal={decimal} onChange={setDecimal} />
            </Month>
            <YearFile months={statement.months} decimal={decimal} />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

type MonthProps = { readonly shown: Statement; readonly decimal: DecimalSign; readonly children: ReactNode }
function Month({ shown, decimal, children }: MonthProps) {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const [whole, setWhole] = useState<Statement>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const statement = whole ?? shown
  const isWhole = statement.next === ''
  /** A file needs the whole month, so that its last balances match the sums. */
  const take = async (work: (all: Statement) => void) => {
    setBusy(true)
    setFailed(false)
    try {
      const all = await readWhole(shown.month)
      setWhole(all)
      work(all)
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  const name = `glasshouse-${shown.month}`
  const { adds } = runningBalances(statement.sums, statement.items)
  const asCsv = (all: Statement) =>
    saveFile(`${name}.csv`, 'text/csv', `${csvByteOrderMark}${statementCsv(all.sums, all.items, recordName, decimal)}`)
  const asJson = (all: Statement) =>
    saveFile(`${name}.json`, 'application/json', JSON.stringify({ walletId, ...all }, null, 2))
  return (
    <>
      <div className="grid gap-1 text-small text-ink-2">
        <p>
          {t('statement.wallet')} <WalletId id={walletId} className="font-semi text-ink" />
        </p>
        <p>{t('statement.span', { from: showUtc(statement.from), until: showUtc(statement.until) })}</p>
      </div>
      {statement.sums.length === 0 && <Note tone="plain">{t('records.empty')}</Note>}
      {statement.sums.map((sum) => (
        <Card key={sum.coin} className="grid gap-3 p-4">
          <h2 className="flex items-center gap-3 font-semi">
            <CoinIcon asset={sum.coin} size={28} />
            {sum.coin}
          </h2>
          <Facts
            facts={[
              { label: t('statement.opening'), value: <AmountText value={sum.opening} coin={sum.coin} own exact /> },
              {
                label: t('statement.received'),
                value: <AmountText value={sum.received} coin={sum.coin} own exact signed />,
              },
              {
                label: t('statement.spent'),
                value: <AmountText value={`-${sum.spent}`} coin={sum.coin} own exact signed />,
              },
              {
                label: t('statement.closing'),
                value: <AmountText value={sum.closing} coin={sum.coin} own exact />,
                strong: true,
              },
              ...(sum.held === '0'
                ? []
                : [{ label: t('statement.held'), value: <AmountText value={sum.held} coin={sum.coin} own exact /> }]),
              ...(sum.inOrders === '0'
                ? []
                : [
                    {
                      label: t('statement.in_orders'),
                      value: <AmountText value={sum.inOrders} coin={sum.coin} own exact />,
                    },
                  ]),
            ]}
          />
        </Card>
      ))}
      {isWhole && statement.sums.length > 0 && (
        <Note tone={adds ? 'accent' : 'neg'}>
          {t(adds ? 'statement.adds' : 'statement.adds_not')}
          {!adds && <SupportLink query={{ reference: `statement-${statement.month}` }} />}
        </Note>
      )}
      {children}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-2 print:hidden">
        <Button compact look="quiet" busy={busy} onClick={() => void take(asCsv)}>
          CSV
        </Button>
        <Button compact look="quiet" busy={busy} onClick={() => void take(asJson)}>
          JSON
        </Button>
        <Button compact look="quiet" busy={busy} onClick={() => void take(() => setTimeout(() => window.print()))}>
          {t('statement.print')}
        </Button>
      </div>
      {failed && <Note tone="neg">{t('statement.failed')}</Note>}
      {statement.items.length > 0 && (
        <>
          <Heading>{t('statement.movements')}</Heading>
          <List label={t('statement.movements')}>
            {statement.items.map((record) => (
              <RecordRow key={record.id} record={record} at={showUtc(record.at)} />
            ))}
          </List>
          {!isWhole && (
            <Button look="quiet" busy={busy} onClick={() => void take(() => undefined)}>
              {t('statement.all')}
            </Button>
          )}
        </>
      )}
    </>
  )
}
