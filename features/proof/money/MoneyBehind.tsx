import type { OutputOf } from '#kit/wire/contract.ts'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Chip, Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { isAbove, showMoment, showPercent } from '#ui/text/format.ts'
import { sayIfKnown, useText } from '#ui/text/texts.ts'
import type { poolMoney } from './money.contract.ts'
import { accountName } from './money-account.tsx'

type Behind = Omit<OutputOf<typeof poolMoney>['coins'][number], 'coin'>
type Account = Behind['accounts'][number]
type Inflow = Account['inflows'][number]

const roots = ['company', 'fees', 'profit'] as const

type MoneyBehindProps = Behind & {
  readonly coin?: string
  readonly orderId?: number | null
}

export function MoneyBehind({ accounts, shares, coin, orderId = null }: MoneyBehindProps) {
  const t = useText()
  return (
    <>
      <Card className="grid gap-3 p-4">
        <h2 className="font-semi">
          {t('money.roots')} {coin && <bdi>({coin})</bdi>}
        </h2>
        <Facts
          facts={roots
            .filter((root) => isAbove(shares[root]))
            .map((root) => ({ label: t(`money.root.${root}`), value: <Num>{showPercent(shares[root])}</Num> }))}
        />
        <p className="text-small text-ink-3">{t('money.mixed')}</p>
      </Card>
      {isAbove(shares.unknown) && <Note tone="neg">{t('money.unknown')}</Note>}
      {accounts.map((account) => (
        <CameIn key={`${account.account} ${account.coin}`} account={account} orderId={orderId} />
      ))}
    </>
  )
}

function CameIn({ account: { account, coin, inflows }, orderId }: { account: Account; orderId: number | null }) {
  const t = useText()
  const counted = inflows.filter(({ returned }) => !returned)
  const title = t('money.came_in', { account: accountName(t, account) })
  if (counted.length === 0) return null
  return (
    <>
      <Heading>{title}</Heading>
      <List label={title}>
        {counted.map((inflow) => (
          <Row
            key={`${inflow.from} ${inflow.code}`}
            title={nameOf(t, inflow, account)}
            note={inflow.postings > 0 ? t('money.entries', { count: String(inflow.postings) }) : t('money.few_entries')}
            end={<AmountText value={inflow.amount} coin={coin} exact />}
            endNote={inflow.root && <Chip>{t(`money.root.${inflow.root}`)}</Chip>}
          />
        ))}
      </List>
      <Entries inflows={counted} account={account} coin={coin} orderId={orderId} />
    </>
  )
}

function nameOf(t: ReturnType<typeof useText>, { from, code, root }: Inflow, to: string): string {
  if (root === 'company' && from === 'outside.network') return t('money.brought')
  if (root === 'profit') return t('money.root.profit')
  if (from.startsWith('market.') && to === 'pool.compute.free') return t('money.bought')
  return (code === null ? undefined : sayIfKnown(`record.${code}`)) ?? accountName(t, from)
}

type EntriesProps = {
  readonly inflows: readonly Inflow[]
  readonly account: string
  readonly coin: string
  readonly orderId: number | null
}

/** An entry for the holder's order opens the order, because the ledger entry is private. */
function Entries({ inflows, account, coin, orderId }: EntriesProps) {
  const t = useText()
  const isPromise = account.startsWith('order.')
  const entries = inflows.flatMap((inflow) =>
    inflow.entries.map((entry) => ({ ...entry, name: nameOf(t, inflow, account) })),
  )
  if (entries.length === 0) return null
  const placeOf = (entry: string) => {
    if (!isPromise) return { to: '/pages/proof/money', query: { entry } } as const
    return orderId === null ? {} : ({ to: '/pages/invest/detail', query: { id: String(orderId) } } as const)
  }
  return (
    <List label={t('money.latest')}>
      {entries.map(({ entry, at, amount, name }) => (
        <Row
          key={`${name} ${entry}`}
          title={isPromise ? t('money.set_aside') : name}
          note={showMoment(at)}
          end={<AmountText value={amount} coin={coin} exact />}
          {...placeOf(entry)}
        />
      ))}
    </List>
  )
}
