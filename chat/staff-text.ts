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
  /** The SHA-256 of its bytes, in hex; null where it has none. */
  readonly picture?: string | null | undefined
}

/**
 * The text an operator signs: so it holds for this very thread, place and moment, and cannot be shown to anybody else or again later. What was
 * said stands last, so no line of it is read as another part. One with a picture says so in its first line, and which picture it is.
 */
export function staffText({ kind, subject, nth, at, operator, text, picture }: StaffMessage): string {
  const place = [`${kind}/${subject}`, nth, at.toISOString(), operator]
  return (picture ? ['glasshouse-chat-v2', ...place, picture, text] : ['glasshouse-chat-v1', ...place, text]).join('\n')
}
