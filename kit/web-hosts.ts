import * as v from 'valibot'
import { setting } from './store/settings.ts'
import { readWebAddress } from './web-address.ts'

const hostsMax = 50
const isHost = (text: string): boolean => readWebAddress(`https://${text}`)?.href === `https://${text}/`

/** Hosts whose pages the app may frame, by exact name. The CSP lists them too, so a redirect to another host shows nothing. */
export const webHosts = setting<readonly string[]>({
  name: 'app.web_hosts',
  narrowsWithdrawing: false,
  about: 'The hosts whose pages the app shows in a sandboxed frame, by their whole names: ["world.org"]',
  initial: ['world.org', 'ethereum.org', 'tron.network', 'www.bnbchain.org'],
  schema: v.pipe(
    v.array(v.pipe(v.string(), v.check(isHost, 'a host is like world.org, in small letters'))),
    v.maxLength(hostsMax, `at most ${hostsMax} hosts`),
  ),
  tightens: (before, after) => after.every((host) => before.includes(host)),
})
