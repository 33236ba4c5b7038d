import { type FormEvent, useState } from 'react'
import { cleanLine, isWithin } from '#kit/text/typed-text.ts'
import { contactLengthMax } from '#ui/device/contacts.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { useText } from '#ui/text/texts.ts'

type NameReceiverProps = { readonly name: string; readonly onName: (name: string) => Promise<void> }

export function NameReceiver({ name, onName }: NameReceiverProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(name)
  const isFit = isWithin(cleanLine(typed), contactLengthMax)
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    if (!isFit) return
    await onName(typed)
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="press -my-2 min-h-11 justify-self-start text-small font-semi text-accent-ink"
      >
        {t('transfer.name')}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('transfer.name')}>
        <form className="grid gap-4" onSubmit={(event) => void keep(event)}>
          <Field
            label={t('transfer.own_name')}
            hint={t('transfer.name_note')}
            value={typed}
            onChange={setTyped}
            most={contactLengthMax}
            autoComplete="off"
          />
          <FormButton type="submit" disabled={!isFit}>
            {t('confirm.confirm')}
          </FormButton>
        </form>
      </Sheet>
    </>
  )
}
