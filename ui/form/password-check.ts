type Check = (password: string) => Promise<void>

let check: Check = () => Promise.reject(new Error('no password check is set'))

export const checkPasswordWith = (prove: Check): void => {
  check = prove
}
export const provePassword: Check = (password) => check(password)
