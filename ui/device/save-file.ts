export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  saveFrom(name, address)
  // Delayed, because some browsers read the file later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export function saveFrom(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
