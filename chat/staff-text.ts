export const threadKinds = ['support', 'otc'] as const
export type ThreadKind = (typeof threadKinds)[number]

/** Subject: wallet ID for support, transaction number for otc. */
export type ThreadName = { readonly kind: ThreadKind; readonly subject: string }

export type StaffMessage = ThreadName & {
  readonly nth: number
  readonly at: Date
  readonly operator: string
  readonly text: string
  /** SHA-256 of the picture's bytes, in hex. */
  readonly picture?: string | null | undefined
}

/**
 * The text an operator signs, bound to one thread, position and time, so it cannot be replayed. The message comes last, so none of its
 * lines can pass for another field.
 */
export function staffText({ kind, subject, nth, at, operator, text, picture }: StaffMessage): string {
  const place = [`${kind}/${subject}`, nth, at.toISOString(), operator]
  return (picture ? ['glasshouse-chat-v2', ...place, picture, text] : ['glasshouse-chat-v1', ...place, text]).join('\n')
}
