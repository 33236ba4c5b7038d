import { useState } from 'react'
import { Button, ButtonLink } from '../form/Button.tsx'
import type { Receipt } from '../picture/receipt-picture.ts'
import { canSharePictures } from '../picture/share-picture.ts'
import type { Path, Query } from '../shell/navigation.ts'
import { Note } from '../show/Facts.tsx'
import { useText } from '../text/texts.ts'

type ReceiptActionsProps = {
  readonly receipt: Receipt
  readonly done?: { readonly to: Path; readonly query?: Query }
}

export function ReceiptActions({ receipt, done }: ReceiptActionsProps) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const share = async () => {
    setBusy(true)
    setFailed(false)
    try {
      const { shareReceipt } = await import('../picture/receipt-picture.ts')
      await shareReceipt(receipt)
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
        <Button look="quiet" icon="send" busy={busy} onClick={() => void share()}>
          {t(canSharePictures() ? 'receipt.share' : 'receipt.save')}
        </Button>
        {done && <ButtonLink {...done}>{t('pad.done')}</ButtonLink>}
      </div>
      {failed && <Note tone="neg">{t('receipt.failed')}</Note>}
    </div>
  )
}
