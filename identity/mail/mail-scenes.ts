import { hourMs, minuteMs } from '#kit/time/clock.ts'

/**
 * `bind` proves a new mailbox, `rebind` the old one. `password` is needed with the old password. `hello` confirms that someone reads the
 * mailbox and authorizes nothing.
 */
export const mailScenes = ['bind', 'rebind', 'password', 'hello'] as const
export type MailScene = (typeof mailScenes)[number]

export const digitsOf = (scene: MailScene): 4 | 6 => (scene === 'hello' ? 4 : 6)
export const codeLifeMs = 10 * minuteMs
export const resendMs = minuteMs
/**
 * Codes per mailbox and hour. `own`: for its own wallet. `claimed` or, if unbound, `claimedUnbound`: for all other wallets together.
 * `ofOneWallet`: for each other wallet. So one stranger cannot block a binding. Three could, but get no further codes.
 */
export const codesAnHour = { own: 5, claimed: 5, claimedUnbound: 15, ofOneWallet: 5 } as const
export const sendWindowMs = hourMs
