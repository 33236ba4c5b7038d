import { keepStop, type Stopped } from '#identity/stops.store.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { changeSetting, readSetting } from '#kit/store/settings.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type BlockedNetwork, blockedNetworkOf, blockedSetting } from '../../limits/blocked-addresses.server.ts'
import { isOwnNetwork } from '../../limits/proxies.ts'
import { durationOf, reasonOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'
import { spending } from '../money/spending.ts'

/** Assumed: addresses change owners, so a block lasts at most thirty days before review. */
const longestMs = 30 * dayMs

function networkIn({ args }: Operation): BlockedNetwork {
  const network = blockedNetworkOf(args[0] ?? '')
  if (!network) throw new UsageError('network: an address, or a network like 203.0.113.0/24 or 2001:db8:1::/48')
  if (isOwnNetwork(network.address))
    throw new UsageError('network: this one is our own; through it every caller comes from a proxy')
  return network
}

const stoppedOf = ({ name, within }: BlockedNetwork): Stopped => ({
  subject: `network:${within ?? name}`,
  kind: 'block',
})

type Kept = { readonly since: string; readonly until: string; readonly reason: string }
async function write(tx: Tx, name: string, kept: Kept | undefined, reason: string, at: Date): Promise<boolean> {
  const before = await readSetting(tx, blockedSetting)
  const running = Object.entries(before).filter(([each, { until }]) => each !== name && new Date(until) > at)
  const value = Object.fromEntries(kept ? [...running, [name, kept]] : running)
  await changeSetting(tx, blockedSetting, { value, reason, at })
  return name in before
}

const blockList: Verb = {
  words: 'block list',
  guard: 'none',
  usage: '',
  summary: 'Lists the addresses and networks that may not call, until when and why.',
  async run({ db, clock, say }) {
    const blocked = Object.entries(await readSetting(db, blockedSetting))
    const running = blocked.filter(([, { until }]) => new Date(until) > clock.now())
    for (const [name, { until, reason }] of running) say(`${name}  until ${until.slice(0, 16)}: ${reason}`)
    if (running.length === 0) say('None is blocked.')
  },
}

const blockAdd: Verb = {
  words: 'block add',
  guard: 'two',
  ...spending,
  usage: '<address or network> <72h|30d> <reason>',
  summary:
    'Answers nothing to an address or network, but for signing in, reading one’s own and the way out. An IPv6 address counts as its /64; wider than /24 or /48 takes two.',
  async run(operation) {
    const { args, clock } = operation
    const network = networkIn(operation)
    const ms = durationOf(args[1])
    if (ms > longestMs) throw new UsageError(`how long: at most ${longestMs / dayMs}d`)
    const reason = reasonOf(args.slice(2))
    const closingAt = (from: Date) => ({ from, until: addMs(from, ms) })
    await makeChange(operation, {
      movesMoney: true,
      spends: { stopped: stoppedOf(network), closingAt, byTwo: network.within === undefined },
      will: [`block ${network.name} until ${closingAt(clock.now()).until.toISOString().slice(0, 16)}: ${reason}`],
      told: [`block an address for ${args[1]}: ${reason}`],
      async apply(tx, _signer, { from, until }) {
        const kept = { since: from.toISOString(), until: until.toISOString(), reason }
        await write(tx, network.name, kept, reason, from)
        return [`${network.name} is blocked until ${kept.until}: ${reason}`]
      },
    })
  },
}

const blockLift: Verb = {
  words: 'block lift',
  guard: 'two-or-72h',
  usage: '<address or network> <reason>',
  summary: 'Ends a block before its end.',
  async run(operation) {
    const { args, clock, db } = operation
    const network = networkIn(operation)
    const reason = reasonOf(args.slice(1))
    if (!(network.name in (await readSetting(db, blockedSetting))))
      throw new UsageError(`${network.name} is not blocked; see: block list`)
    await makeChange(operation, {
      movesMoney: true,
      will: [`lift the block of ${network.name}: ${reason}`],
      told: [`lift the block of an address: ${reason}`],
      async apply(tx) {
        const at = clock.now()
        if (!(await write(tx, network.name, undefined, reason, at))) fail('ops.nothing_to_do')
        await keepStop(tx, stoppedOf(network), { from: at, until: at }, 'two')
        return [`${network.name} is not blocked any more: ${reason}`]
      },
    })
  },
}

export const blockVerbs: readonly Verb[] = [blockList, blockAdd, blockLift]
