import { hintLengthMax, hintTells, isPasswordShort, passwordRules } from '#identity/passwords/password-rules.ts'
import { cleanLine, isWithin } from '#kit/text/typed-text.ts'
import type { Failed } from '#ui/call/use-attempt.ts'
import { Field } from '#ui/form/Field.tsx'
import { type NewPassword, NewPasswordFields } from '#ui/form/NewPasswordFields.tsx'
import { useText } from '#ui/text/texts.ts'

export type TypedSecret = NewPassword & { readonly hint: string }
export const nothingTyped: TypedSecret = { password: '', repeat: '', hint: '' }

export const isHintWrong = ({ hint, password }: TypedSecret): boolean =>
  hintTells(hint, password) || !isWithin(cleanLine(hint), hintLengthMax)

export const isOfPassword = (failed: Failed | undefined): boolean =>
  failed?.key.startsWith('identity.password') ?? false

type SecretFieldsProps = {
  readonly value: TypedSecret
  readonly onChange: (value: TypedSecret) => void
  readonly failed: Failed | undefined
  /** True once the two passwords are compared, on blur or submit. */
  readonly compared: boolean
  readonly onCompare: () => void
}

export function SecretFields({ value, onChange, failed, compared, onCompare }: SecretFieldsProps) {
  const t = useText()
  const { password, hint } = value
  return (
    <>
      <NewPasswordFields
        value={value}
        onChange={(next) => onChange({ ...value, ...next })}
        rules={passwordRules(password)}
        short={isPasswordShort(password)}
        error={isOfPassword(failed) ? failed?.text : undefined}
        compared={compared}
        onCompare={onCompare}
      />
      <Field
        label={t('create.hint')}
        value={hint}
        onChange={(next) => onChange({ ...value, hint: next })}
        most={hintLengthMax}
        autoComplete="off"
        hint={t('create.hint_why')}
        error={hintTells(hint, password) ? t('create.hint_tells') : undefined}
      />
    </>
  )
}
