import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { useText } from '../text/texts.ts'
import { IconButton } from './Button.tsx'
import { tooLong } from './too-long.ts'

type FrameProps = {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly aside?: ReactNode
}
export type FieldProps = FrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className' | 'value' | 'id' | 'maxLength'> & {
    readonly value: string
    readonly onChange: (value: string) => void
    /** Latin letters and digits, never mirrored. */
    readonly code?: boolean
    /** Maximum length in user-perceived characters. Longer text stays and shows an error. */
    readonly most?: number
    readonly end?: ReactNode
  }

export function FieldFrame({
  label,
  hint,
  error,
  aside,
  children,
}: FrameProps & { children: (ids: { id: string; describedBy: string | undefined }) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-semi text-ink-2">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, describedBy: note ? `${id}-note` : undefined })}
      {note && (
        <div
          id={`${id}-note`}
          className={`text-small ${error ? 'text-neg' : 'text-ink-3'}`}
          role={error ? 'alert' : undefined}
        >
          {note}
        </div>
      )}
    </div>
  )
}

export function Field({
  label,
  hint,
  error: flaw,
  aside,
  value,
  onChange,
  code = false,
  most,
  end,
  ...input
}: FieldProps) {
  const t = useText()
  const error = flaw ?? (most === undefined ? undefined : tooLong(t, value, most))
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside}>
      {({ id, describedBy }) => (
        <div
          className={`box flex min-h-13 items-center ps-4 ${end ? 'pe-1' : 'pe-4'}`}
          data-wrong={error ? '' : undefined}
        >
          <input
            {...input}
            id={id}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            dir={code ? 'ltr' : undefined}
            className={`min-w-0 flex-1 bg-transparent py-3 pe-3 text-[1rem] ${code ? 'text-start font-medium' : ''}`}
          />
          {end}
        </div>
      )}
    </FieldFrame>
  )
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoComplete="current-password"
      {...props}
      code
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          size={20}
          label={t('password.show')}
          pressed={shown}
          onPress={() => setShown(!shown)}
        />
      }
    />
  )
}

type TextAreaProps = FrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly code?: boolean
}
export const TextArea = ({ label, hint, error, aside, value, onChange, rows = 3, code = false }: TextAreaProps) => (
  <FieldFrame label={label} hint={hint} error={error} aside={aside}>
    {({ id, describedBy }) => (
      <div className="box p-1" data-wrong={error ? '' : undefined}>
        <textarea
          id={id}
          value={value}
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          spellCheck={false}
          dir={code ? 'ltr' : undefined}
          className="block w-full resize-none bg-transparent px-3 py-2 text-[1rem]"
        />
      </div>
    )}
  </FieldFrame>
)
