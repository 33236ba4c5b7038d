import { useEffect } from 'react'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import { chainCoin, isChain } from '#kit/chain/chains.ts'
import { readAgain } from '#ui/call/use-call.ts'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { useText } from '#ui/text/texts.ts'
import { WithdrawalForm } from './WithdrawalForm.tsx'
import { WithdrawalList } from './WithdrawalList.tsx'
import { WithdrawalStatus } from './WithdrawalStatus.tsx'
import { withdrawals } from './withdrawals.contract.ts'

/** Three views at the spec's address: new withdrawal (`coin`, `chain`), one withdrawal (`id`), all (`view=list`). */
export function WithdrawalScreen() {
  const { id, view, coin: asked = 'USDT', chain } = useQueryOfScreen()
  const coin: Coin = isCoin(asked) ? asked : 'USDT'
  if (id !== undefined) return <WithdrawalStatus key={id} id={id} />
  if (view === 'list') return <History />
  if (chain !== undefined && isChain(chain) && chainCoin(chain, coin))
    return <WithdrawalForm key={`${chain}.${coin}`} chain={chain} coin={coin} />
  return <ChooseFirst coin={coin} />
}

function History() {
  const t = useText()
  return (
    <Screen title={t('withdraw.list')} up="/pages/wallet/index" onRefresh={() => readAgain(withdrawals)}>
      <WithdrawalList />
    </Screen>
  )
}

function ChooseFirst({ coin }: { coin: Coin }) {
  const t = useText()
  useEffect(() => go('/pages/wallet/chain', { for: 'withdraw', coin }, { replace: true }), [coin])
  return (
    <Screen title={t('title.withdraw')} up="/pages/wallet/index">
      {null}
    </Screen>
  )
}
