import { isChain } from '#kit/chains.ts'
import { Screen } from '#ui/Screen.tsx'
import { ReadState } from '#ui/State.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
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
