/** Proves the wallet password to the server and keeps the wallet token it answers. @throws CallFailure */
type Check = (password: string) => Promise<void>

let check: Check = () => Promise.reject(new Error('no password check is set'))

/** Set once by the program, because the call it makes belongs to a feature. */
export const checkPasswordWith = (prove: Check): void => {
  check = prove
}
export const provePassword: Check = (password) => check(password)
