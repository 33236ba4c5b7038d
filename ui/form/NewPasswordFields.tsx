import { Icon } from '../picture/Icon.tsx'
import { type Say, useText } from '../text/texts.ts'
import { PasswordField } from './Field.tsx'

export type NewPassword = { readonly password: string; readonly repeat: string }

/** Labels of unfinished fields. @param isFlawed the password breaks a rule */
export const missingOfPassword = (t: Say, repeat: string, isFlawed: boolean): (string | false)[] => [
  isFlawed && t('new_password.label'),
  repeat === '' && t('new_password.repeat'),
]

type NewPasswordFieldsProps = {
  readonly value: NewPassword
  readonly onChange: (value: NewPassword) => void
  readonly rules: { readonly length: boolean; readonly letterFirst: boolean; readonly digit: boolean }
  readonly short: boolean
  /** Other errors, such as a common password. */
  readonly error?: string | undefined
  /** True once the user leaves the repeat field or presses the button. */
  readonly compared: boolean
  readonly onCompare: () => void
}

export function NewPasswordFields({
  value,
  onChange,
  rules,
  short,
  error,
  compared,
  onCompare,
}: NewPasswordFieldsProps) {
  const t = useText()
  const { password, repeat } = value
  const kept = [
    { text: t('new_password.length'), kept: rules.length },
    { text: t('new_password.letter_first'), kept: rules.letterFirst },
    { text: t('new_password.digit'), kept: rules.digit },
  ]
  const differs = compared && repeat !== '' && repeat !== password
  return (
    <>
      <div className="grid gap-2">
        <PasswordField
          label={t('new_password.label')}
          value={password}
          onChange={(next) => onChange({ ...value, password: next })}
          autoComplete="new-password"
          error={error}
        />
        <ul className="grid gap-1" aria-label={t('new_password.rules')}>
          {kept.map((rule) => (
            <li
              key={rule.text}
              className={`flex items-center gap-2 text-small ${rule.kept ? 'text-accent-ink' : 'text-ink-3'}`}
            >
              <span
                className={`grid size-5 flex-none place-items-center rounded-pill ${rule.kept ? 'bg-accent-soft' : 'border border-control'}`}
              >
                {rule.kept && <Icon name="check" size={14} />}
              </span>
              {rule.text}
              {rule.kept && <span className="sr-only">{t('new_password.kept')}</span>}
            </li>
          ))}
        </ul>
        {short && !error && password !== '' && rules.length && rules.letterFirst && rules.digit && (
          <p className="rounded-control bg-warn-soft px-4 py-2.5 text-small font-medium text-warn" role="status">
            {t('new_password.advice')}
          </p>
        )}
      </div>
      <PasswordField
        label={t('new_password.repeat')}
        value={repeat}
        onChange={(next) => onChange({ ...value, repeat: next })}
        onBlur={onCompare}
        autoComplete="new-password"
        error={differs ? t('new_password.differs') : undefined}
      />
    </>
  )
}
