import { isUnanswered } from '#kit/wire/call-failure.ts'

/** Confirms one act by its digest (kit/wire/signing/act.ts) and stores the resulting wallet token. @throws CallFailure */
export type ConfirmMethod = (act: string) => Promise<void>

let chosen: ConfirmMethod | undefined
let asking = false

/** Sets the confirmation for the next money call. Pass undefined if a password already set the wallet token. */
export const confirmNextBy = (way: ConfirmMethod | undefined): void => {
  chosen = way
}

/** True while the user is prompted. Network timeouts do not apply then. */
export const isAskingPerson = (): boolean => asking

export async function confirmAct(act: () => string): Promise<void> {
  const way = chosen
  if (!way) return
  asking = true
  let isOver = true
  try {
    await way(act())
  } catch (cause) {
    isOver = !isUnanswered(cause)
    throw cause
  } finally {
    asking = false
    if (isOver && chosen === way) chosen = undefined
  }
}
