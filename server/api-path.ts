/** Whether an address is under /api, however it is written. */
export const isApi = (url: string): boolean => /^([a-z]+:\/\/[^/]*)?\/+api/i.test(url)
