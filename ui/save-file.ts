/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  saveFrom(name, address)
  // Not at once: some browsers begin to read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Lets the browser fetch a file of ours and keep it. */
export function saveFrom(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
