import { useEffect, useState } from 'react'
import { isEnded, pollMs, type ShownState, type ShownWithdrawal } from '#custody/payments/steps.ts'
import { chains } from '#kit/chains.ts'
import { AmountText, Num } from '#ui/AmountText.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Chip, type ChipTone, Heading } from '#ui/Facts.tsx'
import { showMoment } from '#ui/format.ts'
import { List, Pages, Row } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'
import { useRead, useReadPages } from '#ui/use-call.ts'
import { WaitNotes } from './WaitNotes.tsx'
import { withdrawals } from './withdrawals.contract.ts'

export const stateTones: Record<ShownState, ChipTone> = {
  held: 'warn',
  reviewing: 'warn',
  sending: 'plain',
  confirming: 'plain',
  done: 'accent',
  cancelled: 'plain',
  failed: 'neg',
}

export function WithdrawalList() {
  const t = useText()
  const [everyMs, setEveryMs] = useState(pollMs([]))
  const pages = useReadPages(withdrawals, {}, { everyMs, told: true })
  const { items } = pages
  useEffect(() => setEveryMs(pollMs(items?.map(({ state }) => state) ?? [])), [items])
  return (
    <Pages
      pages={pages}
      label={t('withdraw.list')}
      empty={t('withdraw.empty')}
      row={(withdrawal) => <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />}
    />
  )
}

export function WithdrawalsUnderWay() {
  const t = useText()
  const read = useRead(withdrawals, {}, { everyMs: pollMs([]), told: true })
  const open = read.data?.items.filter(({ state }) => !isEnded(state)) ?? []
  if (open.length === 0) return null
  return (
    <>
      <Heading>{t('withdraw.list')}</Heading>
      <List label={t('withdraw.list')}>
        {open.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </List>
      {open.map(({ id, chain, waits }) => (
        <WaitNotes key={id} waits={waits} network={chains[chain].name} />
      ))}
    </>
  )
}

function WithdrawalRow({ withdrawal }: { withdrawal: ShownWithdrawal }) {
  const t = useText()
  const { id, chain, coin, amount, state, refusal, requestedAt } = withdrawal
  return (
    <Row
      mark={<CoinIcon asset={coin} size={40} />}
      title={<AmountText value={`-${amount}`} coin={coin} exact own />}
      note={showMoment(requestedAt)}
      end={
        <Chip tone={refusal ? 'neg' : stateTones[state]}>
          {t(refusal ? 'withdraw.state.refused' : `withdraw.state.${state}`)}
        </Chip>
      }
      endNote={<Num>{chains[chain].standard}</Num>}
      to="/pages/wallet/withdraw"
      query={{ id: String(id) }}
    />
  )
}
