import { hourMs, minuteMs } from '#kit/clock.ts'

/**
 * `bind` proves a new mailbox and `rebind` the old one; `password` accompanies the old password; `hello` confirms the mailbox is read and
 * authorizes nothing.
 */
export const mailScenes = ['bind', 'rebind', 'password', 'hello'] as const
export type MailScene = (typeof mailScenes)[number]

export const digitsOf = (scene: MailScene): 4 | 6 => (scene === 'hello' ? 4 : 6)
export const codeLifeMs = 10 * minuteMs
export const resendMs = minuteMs
/**
 * Codes per mailbox and hour: for its own wallet, for all other wallets together (more if unbound), and per other wallet. So one stranger
 * cannot block a binding. Three could, but get no further codes.
 */
export const codesAnHour = { own: 5, claimed: 5, claimedUnbound: 15, ofOneWallet: 5 } as const
export const sendWindowMs = hourMs
