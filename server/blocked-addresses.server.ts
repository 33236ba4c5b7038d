import { BlockList, isIP } from 'node:net'
import * as v from 'valibot'
import { networkOf, plainAddress } from '#kit/caller.ts'
import type { Db } from '#kit/db.ts'
import { readSetting } from '#kit/settings.store.ts'
import { setting } from '#kit/settings.ts'
import type { Contract } from '#kit/wire/contract.ts'

const moment = v.pipe(v.string(), v.isoTimestamp())

/** Networks blocked at once: a list that is read every second. */
export const blockedMax = 1_000

type Blocked = { readonly since: string; readonly until: string; readonly reason: string }

/** Which networks may not call, until when and why. */
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
  /** In one form: "203.0.113.7/32", "2001:db8:1:2:0:0:0:0/64". */
  readonly name: string
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
  /** The /24 or /48 around it, by which one operator's blocks are counted; undefined where it is wider than that. */
  readonly within: string | undefined
}

/** One line is given a /64, and who has it can call from any address in it. */
const lineBits = 64

/** Nothing wider is blocked: that would be much of the world. */
const leastBits = { ipv4: 8, ipv6: 16 } as const

const masked = (value: bigint, bits: number, of: number): bigint => (value >> BigInt(of - bits)) << BigInt(of - bits)
const v4Value = (address: string): bigint => address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
const v4Text = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
const v6Value = (groups: readonly string[]): bigint =>
  groups.reduce((sum, each) => sum * 65_536n + BigInt(`0x${each}`), 0n)
const v6Text = (value: bigint): string =>
  Array.from({ length: 8 }, (_, place) => ((value >> BigInt(112 - 16 * place)) & 65_535n).toString(16)).join(':')

/**
 * An address or a network as it is typed, in one form: an IPv4 address inside an IPv6 one is the IPv4 address, and an IPv6 address is its /64.
 * undefined: it is neither.
 */
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

/**
 * Whether a call is answered from a blocked address too. A block never closes the way out: signing in, what a signed-in holder reads, and all
 * that leads to their coins.
 */
export const isServedToBlocked = ({
  always,
  method,
  access,
}: Pick<Contract, 'always' | 'method' | 'access'>): boolean =>
  always === true || (method === 'GET' && access !== 'open')

/** How long a process goes by what it last read. */
const readEveryMs = 1_000

/** Whether an address is blocked now. The list is read at most once a second, however many call. */
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
        // Who is blocked stays blocked while the database does not answer.
        reading = read(now).catch(onError)
      }
      await reading
      if (isEmpty) return false
      const plain = plainAddress(ip)
      return plain.kind !== 'other' && list.check(plain.address, plain.kind)
    },
  }
}
