import { detailMax, methodOf } from '#otc/methods.ts'
import { Field } from '#ui/Field.tsx'
import { type Say, useText } from '#ui/texts.ts'

/** What a payment method is called. */
export const methodName = (t: Say, number: number): string =>
  t(`otc.method.${methodOf(number)?.name ?? 'bank'}` as 'otc.method.bank')
/** What a field of a payment method is called. */
export const fieldName = (t: Say, field: string): string => t(`otc.field.${field}` as 'otc.field.holder')

type MethodFieldsProps = {
  readonly number: number
  readonly details: Readonly<Record<string, string>>
  readonly onChange: (details: Readonly<Record<string, string>>) => void
}
/** Where the buyer pays to, by the fields of a method. */
export function MethodFields({ number, details, onChange }: MethodFieldsProps) {
  const t = useText()
  return (
    <>
      {(methodOf(number)?.fields ?? []).map(({ name, isOptional, format }) => (
        <Field
          key={name}
          label={isOptional ? t('otc.optional', { field: fieldName(t, name) }) : fieldName(t, name)}
          value={details[name] ?? ''}
          onChange={(value) => onChange({ ...details, [name]: value })}
          maxLength={detailMax}
          code={format !== undefined}
          autoComplete="off"
        />
      ))}
    </>
  )
}
