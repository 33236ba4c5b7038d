import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { FormFoot } from './FormFoot.tsx'
import { Sheet } from './Sheet.tsx'
import { useText } from './texts.ts'

type ConfirmSheetProps = {
  readonly open: boolean
  readonly title: string
  readonly children: ReactNode
  readonly action: string
  readonly danger?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Confirms an action that is hard to undo but moves no money. Use PasswordSheet for money. */
export function ConfirmSheet({
  open,
  title,
  children,
  action,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmSheetProps) {
  const t = useText()
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className="grid gap-4">
        <div className="text-ink-2">{children}</div>
        <FormFoot>
          <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('confirm.cancel')}
          </Button>
        </FormFoot>
      </div>
    </Sheet>
  )
}
