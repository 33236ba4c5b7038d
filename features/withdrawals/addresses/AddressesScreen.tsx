import { isChain } from '#kit/chain/chains.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { ReadState } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { withdrawalAddresses } from '../withdrawals.contract.ts'
import { AddressCard } from './AddressCard.tsx'
import { BindAddress } from './BindAddress.tsx'

/** Lists one address per network. The query `chain` binds one; with `change` it replaces one. */
export function AddressesScreen() {
  const t = useText()
  const { chain, change } = useQueryOfScreen()
  const read = useRead(withdrawalAddresses, {})
  if (chain !== undefined && isChain(chain))
    return <BindAddress key={chain} chain={chain} read={read} isChange={change !== undefined} />
  return (
    <Screen title={t('title.addresses')} up="/pages/my/settings" onRefresh={read.refetch}>
      <p className="text-ink-2">{t('address.intro')}</p>
      <ReadState read={read}>{({ items }) => items.map((row) => <AddressCard key={row.chain} row={row} />)}</ReadState>
    </Screen>
  )
}
