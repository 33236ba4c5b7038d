import { isUnanswered } from '#kit/wire/call-failure.ts'

/** Confirms one act, named by its digest (kit/wire/act.ts), and keeps the wallet token that opens it. @throws CallFailure */
export type ConfirmWay = (act: string) => Promise<void>

let chosen: ConfirmWay | undefined
let asking = false

/** Says how the next call that moves money is confirmed; undefined where the wallet token in place opens it: the password was proved. */
export const confirmNextBy = (way: ConfirmWay | undefined): void => {
  chosen = way
}

/** Whether the person is being asked at this moment: nobody waits for an answer then. */
export const isAskingPerson = (): boolean => asking

/** Confirms an act in the way that was chosen for it. Where the network was away, the next try of the call asks again. */
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
