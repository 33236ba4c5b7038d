let tell: () => Promise<unknown> = () => Promise.resolve()

/** Called at startup, because the call belongs to a feature. */
export const signOutWith = (call: () => Promise<unknown>): void => {
  tell = call
}
export const tellSignOut = (): Promise<unknown> => tell()
