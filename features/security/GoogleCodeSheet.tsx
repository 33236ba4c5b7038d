import { type FormEvent, useState } from 'react'
import { useAttempt } from '#ui/call/use-attempt.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { FailedNote } from '#ui/text/FailedNote.tsx'
import { useText } from '#ui/text/texts.ts'

type GoogleCodeSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  /** @throws CallFailure, shown by the sheet */
  readonly onCode: (code: string) => Promise<void>
}
export function GoogleCodeSheet({ open, onClose, onCode }: GoogleCodeSheetProps) {
  const t = useText()
  return (
    <Sheet open={open} onClose={onClose} title={t('password.google_code')}>
      <GoogleCodeForm onCode={onCode} />
    </Sheet>
  )
}

function GoogleCodeForm({ onCode }: Pick<GoogleCodeSheetProps, 'onCode'>) {
  const t = useText()
  const [code, setCode] = useState('')
  const { attempt, busy, failed } = useAttempt()
  const ofCode = failed?.key.startsWith('identity.code_')
  const confirm = (full: string) => void attempt(() => onCode(full)).then(() => setCode(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === 6) confirm(code)
  }
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <CodeField
        label={t('security.google_code')}
        value={code}
        onChange={setCode}
        onFull={confirm}
        error={ofCode ? failed?.text : undefined}
      />
      {failed && !ofCode && (
        <div role="alert">
          <FailedNote failed={failed} />
        </div>
      )}
      <FormFoot>
        <FormButton type="submit" busy={busy} missing={[code.length !== 6 && t('security.google_code')]}>
          {t('confirm.confirm')}
        </FormButton>
      </FormFoot>
    </form>
  )
}
