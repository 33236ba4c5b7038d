import { useState } from 'react'
import { showUnits } from '#kit/amount/amount.ts'
import { Choose } from '#ui/form/Choose.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Facts, Heading } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showDay } from '#ui/text/format.ts'
import { sayIfKnown, useText } from '#ui/text/texts.ts'
import { accountName } from '../money/money-account.tsx'
import { courseOf, type FlowsOfDay, partsOf } from './pool-figures.ts'

const accounts = ['house.fees', 'house.referral', 'house.capital', 'house.sales'] as const

export function CompanyParts({ days }: { days: readonly FlowsOfDay[] }) {
  const t = useText()
  const [chosen, setChosen] = useState<string>()
  const told = days.flatMap(({ day }) => day ?? [])
  const last = told.at(-1)
  if (!last) return null
  const day = chosen !== undefined && told.includes(chosen) ? chosen : last
  const all = days.flatMap(({ flows }) => flows)
  const shown = accounts
    .map((account) => ({
      account,
      coins: [...new Set(all.filter(({ from, to }) => [from, to].includes(account)).map(({ coin }) => coin))],
    }))
    .filter(({ coins }) => coins.length > 0)
  if (shown.length === 0) return null
  return (
    <>
      <Choose
        label={t('pools.day')}
        options={told.toReversed().map((value) => ({ value, label: showDay(value) }))}
        value={day}
        onChange={setChosen}
      />
      {shown.map(({ account, coins }) => (
        <section key={account} className="grid gap-3">
          <Heading>{accountName(t, account)}</Heading>
          <Card className="grid gap-4 p-4">
            {coins.toSorted().map((coin) => (
              <AccountParts key={coin} days={days} account={account} coin={coin} day={day} />
            ))}
          </Card>
        </section>
      ))}
    </>
  )
}

type PartsProps = {
  readonly days: readonly FlowsOfDay[]
  readonly account: string
  readonly coin: string
  readonly day: string
}

function AccountParts({ days, account, coin, day }: PartsProps) {
  const t = useText()
  const told = days.filter((each) => each.day !== null)
  const place = told.findIndex((each) => each.day === day)
  const course = courseOf(days, account, coin)
  const amount = (units: bigint) => <AmountText value={showUnits(units)} coin={coin} signed />
  const nameOf = (other: string, code: number) =>
    (code >= 0 ? sayIfKnown(`record.${code}`) : undefined) ?? accountName(t, other)
  const factsOf = (flows: FlowsOfDay['flows'], way: 'in' | 'out') => {
    const parts = Map.groupBy(partsOf(flows, account, way, coin), ({ other, code }) => nameOf(other, code))
    return [...parts].map(([label, alike]) => {
      const units = alike.reduce((sum, part) => sum + part.units, 0n)
      return { label, value: amount(way === 'in' ? units : -units) }
    })
  }
  const outcomesOf = (flows: FlowsOfDay['flows']) =>
    (['in', 'out'] as const).map((way) => {
      const facts = factsOf(flows, way)
      return facts.length > 0 && <Facts key={way} facts={facts} />
    })
  const there = (units: bigint, strong: boolean) => (
    <Facts facts={[{ label: t('pools.there'), value: <AmountText value={showUnits(units)} coin={coin} />, strong }]} />
  )
  return (
    <section aria-label={`${accountName(t, account)} ${coin}`} className="grid gap-2">
      <h3 className="font-semi">{coin}</h3>
      {there(course.at(-1) ?? 0n, true)}
      {outcomesOf(days.flatMap(({ flows }) => flows))}
      <section aria-label={`${accountName(t, account)} ${coin}, ${showDay(day)}`} className="grid gap-2">
        <p className="text-small text-ink-3">{showDay(day)}</p>
        {outcomesOf(told[place]?.flows ?? [])}
        {there(course[place] ?? 0n, false)}
      </section>
    </section>
  )
}
