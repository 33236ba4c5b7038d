import { isOwnMachine } from '#kit/own-machine.ts'
import { readWebAddress } from '#kit/web-address.ts'

/** The push services of browsers. With a dot in front: every name below it. */
const services = ['fcm.googleapis.com', '.push.apple.com', '.push.services.mozilla.com', '.notify.windows.com'] as const

const isNamed = (host: string): boolean =>
  services.some((service) => (service.startsWith('.') ? host.endsWith(service) : host === service))

/**
 * Reads the address a browser wants its messages sent to. A browser says it, so anybody can say anything: only services of browsers are
 * sent to, and whatever the operator named beside them, so nobody makes this server ask its own network.
 * @param own hosts with their ports that the operator named; one of this machine may be without TLS
 * @returns undefined for anything else
 */
export function readPushAddress(text: string, own: readonly string[]): URL | undefined {
  const url = readWebAddress(text)
  if (url && isNamed(url.hostname)) return url
  const other = text.length <= 2000 ? URL.parse(text) : null
  if (!other || !own.includes(other.host) || other.username || other.password) return undefined
  const isSafe = other.protocol === 'https:' || (other.protocol === 'http:' && isOwnMachine(other.hostname))
  return isSafe ? other : undefined
}
