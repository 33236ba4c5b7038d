/** Spec §5. */
export const passwordLengthMin = 6
/** Limits the hashing cost. */
export const passwordLengthMax = 72
export const passwordLengthAdvised = 10

export type PasswordFlaw = 'password_weak' | 'password_is_id'

export type PasswordRules = { readonly length: boolean; readonly letterFirst: boolean; readonly digit: boolean }

export const passwordRules = (password: string): PasswordRules => ({
  length: password.length >= passwordLengthMin && password.length <= passwordLengthMax,
  letterFirst: /^[A-Za-z]/.test(password),
  digit: /\d/.test(password),
})

export function passwordFlaw(password: string, walletId?: string): PasswordFlaw | undefined {
  const { length, letterFirst, digit } = passwordRules(password)
  if (!length || !letterFirst || !digit) return 'password_weak'
  if (walletId && password.toUpperCase() === walletId.toUpperCase()) return 'password_is_id'
  return undefined
}

/** In characters. A hint stays on the device. */
export const hintLengthMax = 60

export const hintTells = (hint: string, password: string): boolean =>
  password !== '' && hint.toLowerCase().includes(password.toLowerCase())

export const isPasswordShort = (password: string): boolean => password.length < passwordLengthAdvised
