import type { ChainId } from '#kit/chain/chains.ts'
import { useAct } from '#ui/call/use-call.ts'
import { Button } from '#ui/form/Button.tsx'
import { notify } from '#ui/show/toasts.ts'
import { AddressText } from '#ui/text/AddressText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { type BoundRow, cancelAddressChange, withdrawalAddresses } from '../withdrawals.contract.ts'

type PendingChangeProps = { readonly chain: ChainId; readonly change: NonNullable<BoundRow['bound']['change']> }

export function PendingChange({ chain, change }: PendingChangeProps) {
  const t = useText()
  const { act, busy } = useAct(cancelAddressChange, { changes: [withdrawalAddresses] })
  const cancel = async () => {
    if (await act({ chain })) notify(t('address.change_cancelled'), 'good')
  }
  return (
    <div className="grid gap-2 rounded-control bg-warn-soft px-4 py-3">
      <h3 className="text-small font-semi text-warn">{t('address.change_pending')}</h3>
      <p className="text-small text-ink-2">{change.remark}</p>
      <AddressText value={change.address} />
      <p className="text-small text-ink-2">{t('address.change_from', { moment: showMoment(change.readyAt) })}</p>
      <p className="text-small text-ink-2">
        {t(change.confirmed ? 'address.change_confirmed' : 'address.change_support')}
      </p>
      <Button look="quiet" busy={busy} onClick={() => void cancel()}>
        {t('address.change_cancel')}
      </Button>
    </div>
  )
}
