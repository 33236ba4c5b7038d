/** What must stand in no address: spaces and signs that cannot be seen, and the backslash that browsers read as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const strange = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\]/u
const lengthMax = 2000

/**
 * Reads an address of the web that somebody else wrote. Only https, written out; no name and password before the host, which make one
 * host look like another; no port; a host with a name, not a number.
 * @returns undefined for anything else.
 */
export function readWebAddress(text: string): URL | undefined {
  if (text.length > lengthMax || !text.startsWith('https://') || strange.test(text)) return undefined
  const url = URL.parse(text)
  // What is written must be the host that is meant: a parser drops empty names and ports, skips slashes and translates letters.
  const written = text.slice('https://'.length).split(/[/?#]/, 1)[0]?.toLowerCase()
  if (!url || url.hostname !== written) return undefined
  return /^(?!\d+(\.\d+)*$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname) ? url : undefined
}

/** Whether an address is on one of these hosts, by its whole name: a host below or above one is another host. */
export const isOnHost = (url: URL, hosts: readonly string[]): boolean => hosts.includes(url.hostname)
