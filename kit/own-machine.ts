export const isOwnMachine = (host: string): boolean =>
  ['127.0.0.1', '::1', 'localhost'].includes(host.replace(/^\[|\]$/g, ''))
