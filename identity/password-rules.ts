/** Spec §5: at least this many characters. */
export const passwordLengthMin = 6
/** Long enough to hash in one go, short enough not to be an attack. */
export const passwordLengthMax = 72
/** Below this a form says that the password is weak. */
export const passwordLengthAdvised = 10

export type PasswordFlaw = 'password_weak' | 'password_is_id'

/** What is wrong with a new wallet password by the spec's rule: 6 or more, starts with a letter, letters and digits, not the wallet ID. */
export function passwordFlaw(password: string, walletId?: string): PasswordFlaw | undefined {
  const fits = password.length >= passwordLengthMin && password.length <= passwordLengthMax
  if (!fits || !/^[A-Za-z]/.test(password) || !/\d/.test(password)) return 'password_weak'
  if (walletId && password.toUpperCase() === walletId.toUpperCase()) return 'password_is_id'
  return undefined
}

/** Whether a form should advise a longer one. */
export const isPasswordShort = (password: string): boolean => password.length < passwordLengthAdvised
