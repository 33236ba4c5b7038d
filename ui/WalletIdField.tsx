import { Field, type FieldProps } from './Field.tsx'

/** A wallet ID to type or paste: nothing corrects or completes it, and a whole link has room in it. */
export const WalletIdField = (props: Omit<FieldProps, 'code'>) => (
  <Field {...props} code autoCapitalize="characters" autoCorrect="off" autoComplete="off" spellCheck={false} />
)
