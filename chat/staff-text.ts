/** What a thread is: a wallet with support, or the two sides of a transaction over the counter. */
export const threadKinds = ['support', 'otc'] as const
export type ThreadKind = (typeof threadKinds)[number]

/** A thread by what it is about: of support the wallet's ID, of otc the number of the transaction. */
export type ThreadName = { readonly kind: ThreadKind; readonly subject: string }

/** What an operator says, at its place. */
export type StaffMessage = ThreadName & {
  readonly nth: number
  readonly at: Date
  readonly operator: string
  readonly text: string
}

/**
 * The text an operator signs: so it holds for this very thread, place and moment, and cannot be shown to anybody else or again later. What was
 * said stands last, so no line of it is read as another part.
 */
export const staffText = ({ kind, subject, nth, at, operator, text }: StaffMessage): string =>
  ['glasshouse-chat-v1', `${kind}/${subject}`, nth, at.toISOString(), operator, text].join('\n')
