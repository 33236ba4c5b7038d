/** Spec §5: at least this many characters. */
export const passwordLengthMin = 6
/** Long enough to hash in one go, short enough not to be an attack. */
export const passwordLengthMax = 72
/** Below this a form says that the password is weak. */
export const passwordLengthAdvised = 10

export type PasswordFlaw = 'password_weak' | 'password_is_id'

/** Each part of the rule, and whether a password keeps it: what a form ticks off while one types. */
export type PasswordRules = { readonly length: boolean; readonly letterFirst: boolean; readonly digit: boolean }

export const passwordRules = (password: string): PasswordRules => ({
  length: password.length >= passwordLengthMin && password.length <= passwordLengthMax,
  letterFirst: /^[A-Za-z]/.test(password),
  digit: /\d/.test(password),
})

/** What is wrong with a new wallet password by the spec's rule: 6 or more, starts with a letter, letters and digits, not the wallet ID. */
export function passwordFlaw(password: string, walletId?: string): PasswordFlaw | undefined {
  const { length, letterFirst, digit } = passwordRules(password)
  if (!length || !letterFirst || !digit) return 'password_weak'
  if (walletId && password.toUpperCase() === walletId.toUpperCase()) return 'password_is_id'
  return undefined
}

/** Longest hint, in characters. A hint stays on the device. */
export const hintLengthMax = 60

/** Whether a hint says the password itself, however it is written. */
export const hintTells = (hint: string, password: string): boolean =>
  password !== '' && hint.toLowerCase().includes(password.toLowerCase())

/** Whether a form should advise a longer one. */
export const isPasswordShort = (password: string): boolean => password.length < passwordLengthAdvised
