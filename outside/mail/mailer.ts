/** A mail as it is sent: the same words as text and as HTML, and pictures the HTML names by `cid:`. */
export type Letter = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly pictures: readonly { readonly cid: string; readonly png: Uint8Array }[]
}

/** Where mails leave the house. */
export type Mailer = {
  /** Resolves when the next server has taken the mail. @throws when it has not */
  send(letter: Letter): Promise<void>
  close(): void
}
