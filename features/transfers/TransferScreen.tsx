import { isCoin } from '#kit/assets.ts'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { isAmountText } from './payment-request.ts'
import { RequestScreen } from './RequestScreen.tsx'
import { TransferForm } from './TransferForm.tsx'
import { TransferList } from './TransferList.tsx'
import { TransferReceipt } from './TransferReceipt.tsx'

/**
 * Four things at one address of the spec: a new transfer (`coin`, `to`, `amount`), one that was made (`id`), all of them (`view=list`), and
 * what asks others for one (`view=ask`).
 */
export function TransferScreen() {
  const { id, view, coin = 'USDT', to = '', amount = '' } = useQueryOfScreen()
  if (id !== undefined) return <TransferReceipt key={id} id={id} />
  if (view === 'list') return <TransferList />
  if (view === 'ask') return <RequestScreen coin={isCoin(coin) ? coin : 'USDT'} />
  const asked = isAmountText(amount) ? amount : ''
  return <TransferForm key={`${to} ${asked}`} coin={isCoin(coin) ? coin : 'USDT'} to={to} amount={asked} />
}
