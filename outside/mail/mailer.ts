/** The HTML refers to pictures by `cid:`. */
export type Letter = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly pictures: readonly { readonly cid: string; readonly png: Uint8Array }[]
}

export type Mailer = {
  /** Resolves when the next server accepts the mail. */
  send(letter: Letter): Promise<void>
  close(): void
}
