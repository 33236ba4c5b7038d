import { BlockList, isIP } from 'node:net'
import * as v from 'valibot'
import { networkOf, plainAddress } from '#kit/caller.ts'
import type { Db } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { setting } from '#kit/store/settings.ts'
import type { Contract } from '#kit/wire/contract.ts'

const moment = v.pipe(v.string(), v.isoTimestamp())

/** Maximum number of blocks, because the list is read every second. */
export const blockedMax = 1_000

type Blocked = { readonly since: string; readonly until: string; readonly reason: string }

export const blockedSetting = setting<Readonly<Record<string, Blocked>>>({
  name: 'access.blocked',
  hasOwnVerb: true,
  narrowsWithdrawing: false,
  about: 'Networks that may not call, as {"203.0.113.0/24": {since, until, reason}}, on the business clock.',
  initial: {},
  schema: v.pipe(
    v.record(v.string(), v.object({ since: moment, until: moment, reason: v.pipe(v.string(), v.maxLength(200)) })),
    v.check((blocked) => Object.keys(blocked).length <= blockedMax, `at most ${blockedMax} networks`),
  ),
})

export type BlockedNetwork = {
  /** Canonical: "203.0.113.7/32", "2001:db8:1:2:0:0:0:0/64". */
  readonly name: string
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
  /** The /24 or /48 whose blocks share an operator's limit. Undefined for wider networks. */
  readonly within: string | undefined
}

/** Prefix length of one IPv6 connection, which can use any address in it. */
const lineBits = 64

/** Minimum prefix lengths. Wider blocks would cover much of the internet. */
const leastBits = { ipv4: 8, ipv6: 16 } as const

const masked = (value: bigint, bits: number, of: number): bigint => (value >> BigInt(of - bits)) << BigInt(of - bits)
const v4Value = (address: string): bigint => address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
const v4Text = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
const v6Value = (groups: readonly string[]): bigint =>
  groups.reduce((sum, each) => sum * 65_536n + BigInt(`0x${each}`), 0n)
const v6Text = (value: bigint): string =>
  Array.from({ length: 8 }, (_, place) => ((value >> BigInt(112 - 16 * place)) & 65_535n).toString(16)).join(':')

/** Canonical form: an IPv4-mapped address becomes IPv4, an IPv6 address its /64. Undefined if invalid. */
export function blockedNetworkOf(text: string): BlockedNetwork | undefined {
  const [typed = '', bitsText, ...more] = text.split('/')
  const kind = isIP(typed)
  if (kind === 0 || more.length > 0 || (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText))) return undefined
  const plain = plainAddress(typed)
  if (plain.kind === 'other') return undefined
  const most = plain.kind === 'ipv4' ? 32 : 128
  const given = bitsText === undefined ? most : Number(bitsText) - (kind === 6 && plain.kind === 'ipv4' ? 96 : 0)
  if (given < leastBits[plain.kind] || given > most) return undefined
  const bits = plain.kind === 'ipv4' ? given : Math.min(given, lineBits)
  const address =
    plain.kind === 'ipv4'
      ? v4Text(masked(v4Value(plain.address), bits, 32))
      : v6Text(masked(v6Value(plain.groups), bits, 128))
  const isNarrow = bits >= (plain.kind === 'ipv4' ? 24 : 48)
  return {
    name: `${address}/${bits}`,
    address,
    bits,
    family: plain.kind,
    within: isNarrow ? networkOf(address) : undefined,
  }
}

/** True for sign-in, a holder's reads and calls that return coins, so blocks never prevent withdrawals. */
export const isServedToBlocked = ({
  always,
  method,
  access,
}: Pick<Contract, 'always' | 'method' | 'access'>): boolean =>
  always === true || (method === 'GET' && access !== 'open')

const readEveryMs = 1_000

/** Reads the list at most once per second. */
export type BlockReader = { isBlocked(ip: string, now: Date, wall: Date): Promise<boolean> }

export function blockReader(db: Db, onError: (error: unknown) => void): BlockReader {
  let readAtMs = Number.NEGATIVE_INFINITY
  let list = new BlockList()
  let isEmpty = true
  let reading: Promise<void> | undefined
  const read = async (now: Date) => {
    const blocked = Object.entries(await readSetting(db, blockedSetting)).filter(
      ([, { until }]) => new Date(until) > now,
    )
    const next = new BlockList()
    for (const [name] of blocked) {
      const network = blockedNetworkOf(name)
      if (network) next.addSubnet(network.address, network.bits, network.family)
    }
    list = next
    isEmpty = blocked.length === 0
  }
  return {
    async isBlocked(ip, now, wall) {
      if (Math.abs(wall.getTime() - readAtMs) >= readEveryMs) {
        readAtMs = wall.getTime()
        // Blocks stay during a database outage.
        reading = read(now).catch(onError)
      }
      await reading
      if (isEmpty) return false
      const plain = plainAddress(ip)
      return plain.kind !== 'other' && list.check(plain.address, plain.kind)
    },
  }
}
