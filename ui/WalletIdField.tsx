import { Field, type FieldProps } from './Field.tsx'

/** A wallet ID to type or paste: nothing corrects or completes it, and spaces and dashes have room in it. */
export const WalletIdField = (props: Omit<FieldProps, 'code'>) => (
  <Field
    {...props}
    code
    autoCapitalize="characters"
    autoCorrect="off"
    autoComplete="off"
    spellCheck={false}
    maxLength={24}
  />
)
