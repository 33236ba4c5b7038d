import { isCoin } from '#kit/assets.ts'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { isAmountText } from './payment-request.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferList } from './TransferList.tsx'
import { TransferReceipt } from './TransferReceipt.tsx'

/** Three things at one address of the spec: a new transfer (`coin`, `to`, `amount`), one that was made (`id`), and all of them (`view=list`). */
export function TransferScreen() {
  const { id, view, coin = 'USDT', to = '', amount = '' } = useQueryOfScreen()
  if (id !== undefined) return <TransferReceipt key={id} id={id} />
  if (view === 'list') return <TransferList />
  const asked = isAmountText(amount) ? amount : ''
  return <TransferForm key={`${to} ${asked}`} coin={isCoin(coin) ? coin : 'USDT'} to={to} amount={asked} />
}
