import { useState } from 'react'
import { type DetailFlaw, detailFlaw, detailMax, type MethodField, methodOf } from '#otc/details/methods.ts'
import { Field } from '#ui/form/Field.tsx'
import { tooLong } from '#ui/form/too-long.ts'
import { showCount } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'

export const methodName = (t: Say, number: number): string =>
  t(`otc.method.${methodOf(number)?.name ?? 'bank'}` as 'otc.method.bank')
export const fieldName = (t: Say, field: string): string => t(`otc.field.${field}` as 'otc.field.holder')

/** Undefined while the field is empty. */
export function sayFlaw(t: Say, flaw: DetailFlaw, typed: string): string | undefined {
  if (flaw.why === 'missing') return undefined
  if (flaw.why === 'long') return tooLong(t, typed, detailMax)
  if (flaw.why !== 'iban_length') return t(`otc.detail.${flaw.why}`)
  const { country, count, length } = flaw
  return t('otc.detail.iban_length', { country, count: showCount(count), length: showCount(length) })
}

type MethodFieldsProps = {
  readonly number: number
  readonly details: Readonly<Record<string, string>>
  readonly onChange: (details: Readonly<Record<string, string>>) => void
}
export const MethodFields = ({ number, details, onChange }: MethodFieldsProps) => (
  <>
    {(methodOf(number)?.fields ?? []).map((field) => (
      <Detail
        key={field.name}
        field={field}
        value={details[field.name] ?? ''}
        onChange={(value) => onChange({ ...details, [field.name]: value })}
      />
    ))}
  </>
)

type DetailProps = {
  readonly field: MethodField
  readonly value: string
  readonly onChange: (value: string) => void
}
/** Shows an error only after blur. */
function Detail({ field, value, onChange }: DetailProps) {
  const t = useText()
  const [isLeft, setIsLeft] = useState(value !== '')
  const { name, isOptional, read } = field
  const flaw = detailFlaw(field, value)
  return (
    <Field
      label={isOptional ? t('otc.optional', { field: fieldName(t, name) }) : fieldName(t, name)}
      value={value}
      onChange={onChange}
      onBlur={() => setIsLeft(true)}
      error={flaw && (isLeft || flaw.why === 'long') ? sayFlaw(t, flaw, value) : undefined}
      code={read !== undefined}
      autoComplete="off"
    />
  )
}
