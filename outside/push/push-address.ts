import { isOwnMachine } from '#kit/own-machine.ts'
import { readWebAddress } from '#kit/web-address.ts'

/** A leading dot means all subdomains. */
const services = ['fcm.googleapis.com', '.push.apple.com', '.push.services.mozilla.com', '.notify.windows.com'] as const

const isNamed = (host: string): boolean =>
  services.some((service) => (service.startsWith('.') ? host.endsWith(service) : host === service))

/**
 * Untrusted input. Allows only browser push services and hosts named by the operator, to prevent SSRF. @param own the operator's hosts with
 * ports; a local one may lack TLS @returns undefined for all others
 */
export function readPushAddress(text: string, own: readonly string[]): URL | undefined {
  const url = readWebAddress(text)
  if (url && isNamed(url.hostname)) return url
  const other = text.length <= 2000 ? URL.parse(text) : null
  if (!other || !own.includes(other.host) || other.username || other.password) return undefined
  const isSafe = other.protocol === 'https:' || (other.protocol === 'http:' && isOwnMachine(other.hostname))
  return isSafe ? other : undefined
}
