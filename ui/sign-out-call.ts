let tell: () => Promise<unknown> = () => Promise.resolve()

/** Set once by the program, because the call belongs to a feature. */
export const signOutWith = (call: () => Promise<unknown>): void => {
  tell = call
}
/** Tells the server that this session ends. */
export const tellSignOut = (): Promise<unknown> => tell()
