const start = /^([a-z]+:\/\/[^/]*)?\/+api/i
/** The router decodes escapes, so /%61pi is also a call. */
const readable = (url: string): string =>
  url.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

export const isApi = (url: string): boolean => start.test(url) || (url.includes('%') && start.test(readable(url)))
