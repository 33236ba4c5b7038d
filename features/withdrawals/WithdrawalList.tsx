import { useEffect, useState } from 'react'
import { isEnded, pollMs, type ShownState, type ShownWithdrawal } from '#custody/payments/waits/steps.ts'
import { chains } from '#kit/chain/chains.ts'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { List, Pages, Row } from '#ui/shell/List.tsx'
import { Chip, type ChipTone, Heading } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
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
