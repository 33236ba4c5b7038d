import { hourMs, minuteMs } from '#kit/clock.ts'

/**
 * What an e-mail code is sent for. `bind` proves a new mailbox and `rebind` the old one; `password` stands beside the old password; `hello`
 * says that the mailbox is still read, and authorises nothing.
 */
export const mailScenes = ['bind', 'rebind', 'password', 'hello'] as const
export type MailScene = (typeof mailScenes)[number]

/** How many digits a code has. */
export const digitsOf = (scene: MailScene): 4 | 6 => (scene === 'hello' ? 4 : 6)
/** How long a code serves. */
export const codeLifeMs = 10 * minuteMs
/** From one code for a purpose to the next, of one mailbox. */
export const resendMs = minuteMs
/**
 * Codes one mailbox is sent within an hour: for its own wallet, for all others together who say it is theirs, and, where nobody has bound
 * it, for each who says so. One stranger then keeps nobody from binding a mailbox; three would, and are given no more than that.
 */
export const codesAnHour = { own: 5, claimed: 5, claimedUnbound: 15, ofOneWallet: 5 } as const
export const sendWindowMs = hourMs
