import { readPaymentLink } from '#identity/wallet-link.ts'
import { isCoin } from '#kit/assets.ts'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { RequestScreen } from './RequestScreen.tsx'
import { TransferForm } from './TransferForm.tsx'
import { TransferList } from './TransferList.tsx'
import { TransferReceipt } from './TransferReceipt.tsx'

/**
 * Four things at one address of the spec: a new transfer (`coin`, `to`, `amount`), one that was made (`id`), all of them (`view=list`), and
 * what asks others for one (`view=ask`).
 */
export function TransferScreen() {
  const query = useQueryOfScreen()
  const { id, view, coin: named = '' } = query
  const coin = isCoin(named) ? named : 'USDT'
  if (id !== undefined) return <TransferReceipt key={id} id={id} />
  if (view === 'list') return <TransferList />
  if (view === 'ask') return <RequestScreen coin={coin} />
  return <TransferForm key={query.to} coin={coin} link={readPaymentLink(query)} />
}
