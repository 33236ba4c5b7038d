const start = /^([a-z]+:\/\/[^/]*)?\/+api/i
/** The router reads %61 as the letter it stands for: a call that is written so is a call. */
const readable = (url: string): string =>
  url.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Whether an address is under /api, however it is written. */
export const isApi = (url: string): boolean => start.test(url) || (url.includes('%') && start.test(readable(url)))
