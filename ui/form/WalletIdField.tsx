import { Field, type FieldProps } from './Field.tsx'

/** Disables autocorrect and autocomplete. Accepts a whole link. */
export const WalletIdField = (props: Omit<FieldProps, 'code'>) => (
  <Field {...props} code autoCapitalize="characters" autoCorrect="off" autoComplete="off" spellCheck={false} />
)
