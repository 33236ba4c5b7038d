/** Includes the backslash, which browsers read as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const strange = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\]/u
const lengthMax = 2000

/**
 * Reads an untrusted URL. Accepts only https, no credentials (they can disguise the host), no port, and a host name instead of an IP
 * address. @returns undefined for anything else.
 */
export function readWebAddress(text: string): URL | undefined {
  if (text.length > lengthMax || !text.startsWith('https://') || strange.test(text)) return undefined
  const url = URL.parse(text)
  // The parser drops empty credentials and ports, skips slashes and translates letters, so reject hosts it changed.
  const written = text.slice('https://'.length).split(/[/?#]/, 1)[0]?.toLowerCase()
  if (!url || url.hostname !== written) return undefined
  return /^(?!\d+(\.\d+)*$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname) ? url : undefined
}

export const isOnHost = (url: URL, hosts: readonly string[]): boolean => hosts.includes(url.hostname)
