/** @throws if a marker is missing. */
export function putBetween(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = text.indexOf(open)
  const to = text.indexOf(close)
  if (from < 0 || to < from) throw new Error(`no '${open} … ${close}' to write between`)
  return `${text.slice(0, from + open.length)}\n${content.trim()}\n${text.slice(to)}`
}
