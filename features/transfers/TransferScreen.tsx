import { isCoin } from '#kit/assets.ts'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferList } from './TransferList.tsx'
import { TransferReceipt } from './TransferReceipt.tsx'

/** Three things at one address of the spec: a new transfer (`coin`, `to`), one that was made (`id`), and all of them (`view=list`). */
export function TransferScreen() {
  const { id, view, coin = 'USDT', to = '' } = useQueryOfScreen()
  if (id !== undefined) return <TransferReceipt key={id} id={id} />
  if (view === 'list') return <TransferList />
  return <TransferForm key={to} coin={isCoin(coin) ? coin : 'USDT'} to={to} />
}
