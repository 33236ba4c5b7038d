import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../form/Button.tsx'
import { FormFoot } from '../form/FormFoot.tsx'
import { HoldButton } from '../form/HoldButton.tsx'
import { useText } from '../text/texts.ts'
import { Sheet } from './Sheet.tsx'

type ConfirmSheetProps = {
  readonly open: boolean
  readonly title: string
  readonly children: ReactNode
  readonly action: string
  readonly danger?: boolean
  readonly final?: boolean
  /** Resolves to false after a failure. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Confirms an action that is hard to undo but moves no money. Use PasswordSheet for money. */
export const ConfirmSheet = ({ open, onClose, title, ...rest }: ConfirmSheetProps) => (
  <Sheet open={open} onClose={onClose} title={title}>
    <Confirmation {...rest} onClose={onClose} />
  </Sheet>
)

function Confirmation({
  children,
  action,
  danger = false,
  final = false,
  onConfirm,
  onClose,
}: Omit<ConfirmSheetProps, 'open' | 'title'>) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const isLocked = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const confirm = async () => {
    if (isLocked.current) return
    isLocked.current = true
    setBusy(true)
    let isDone = false
    try {
      isDone = (await onConfirm()) !== false
    } finally {
      if (!isDone) {
        isLocked.current = false
        setBusy(false)
      }
    }
  }
  const main = { look: danger ? 'danger' : 'primary', busy, children: action } as const
  return (
    <div className="grid gap-4">
      <div className="text-ink-2">{children}</div>
      <FormFoot>
        {final ? (
          <HoldButton {...main} button={button} onHeld={() => void confirm()} />
        ) : (
          <Button {...main} onClick={() => void confirm()} />
        )}
        <Button look="quiet" onClick={onClose}>
          {t('confirm.cancel')}
        </Button>
      </FormFoot>
    </div>
  )
}
