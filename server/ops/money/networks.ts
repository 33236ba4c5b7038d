import { type ChainId, chainIds } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import {
  differences,
  factText,
  type KeptNetwork,
  keptNetworks,
  type NetworkFacts,
  switchNetwork,
  writeNetwork,
} from '#outside/chains/network.store.ts'
import { readNetworks } from '#outside/chains/networks.ts'
import { choiceOf, reasonOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

/** Placeholder. Each process sets its own node, whose address may contain a key. */
const anyNode = 'http://127.0.0.1'

/** @throws UsageError */
function networkIn(text: string | undefined): NetworkFacts {
  try {
    const row: unknown = JSON.parse(text ?? '')
    if (typeof row !== 'object' || row === null || 'rpcUrl' in row)
      throw new Error('a row of NETWORKS_FILE, without rpcUrl')
    const [network] = readNetworks(JSON.stringify([{ ...row, rpcUrl: anyNode }]))
    return network ?? fail('ops.nothing_to_do')
  } catch (error) {
    throw new UsageError(`network: ${(error as Error).message}`)
  }
}

const rowOf = ({ enabled: _, ...facts }: KeptNetwork): string => JSON.stringify(facts)

const networkList: Verb = {
  words: 'network list',
  guard: 'none',
  usage: '',
  summary: 'Shows the networks of this database, as they have to stand in NETWORKS_FILE, without the node.',
  async run({ db, say }) {
    const found = [...(await keptNetworks(db)).values()]
    for (const network of found) say(`${network.chain}  ${network.enabled ? 'on' : 'off'}  ${rowOf(network)}`)
    if (found.length === 0) say('None is known: the first start writes those of NETWORKS_FILE.')
  },
}

/** @throws UsageError if nothing changes */
async function willOf(sql: Sql, network: NetworkFacts): Promise<readonly string[]> {
  const known = (await keptNetworks(sql)).get(network.chain)
  if (!known) return [`add ${network.chain}: ${JSON.stringify(network)}`]
  if (known.evmChainId !== network.evmChainId || known.demo !== network.demo)
    throw new UsageError(`${network.chain}: evmChainId and demo never change`)
  const names = differences(known, network)
  if (names.length === 0) throw new UsageError(`${network.chain} is as you say already`)
  return names.map(
    (name) => `set ${name} of ${network.chain} to ${factText(network[name])}, now ${factText(known[name])}`,
  )
}

const networkSet: Verb = {
  words: 'network set',
  guard: 'two',
  isPublic: true,
  keyPlace: 0,
  usage: '<network as JSON> <reason>',
  summary:
    'Adds a network or changes its facts. Then the same row goes into NETWORKS_FILE of each part, with its node.',
  async run(operation) {
    const network = networkIn(operation.args[0])
    const reason = reasonOf(operation.args.slice(1))
    const will = await willOf(operation.db, network)
    await makeChange(operation, {
      movesMoney: true,
      will: will.map((line) => `${line}: ${reason}`),
      async apply(tx) {
        const lines = await willOf(tx, network)
        await writeNetwork(tx, network)
        return [...lines, `restart the workers with the same row of ${network.chain}: ${reason}`]
      },
    })
  },
}

async function change(operation: Operation, enabled: boolean): Promise<void> {
  const chain: ChainId = choiceOf(operation.args[0], chainIds, 'network')
  const reason = reasonOf(operation.args.slice(1))
  const state = enabled ? 'on' : 'off'
  const known = (await keptNetworks(operation.db)).get(chain)
  if (!known || known.enabled === enabled) throw new UsageError(`${chain} is not there to be switched ${state}`)
  await makeChange(operation, {
    movesMoney: true,
    will: [`switch ${chain} ${state}: ${reason}`],
    async apply(tx) {
      if (!(await switchNetwork(tx, chain, enabled))) fail('ops.nothing_to_do')
      return [`${chain} is ${state}: ${reason}`]
    },
  })
}

const networkOff: Verb = {
  words: 'network off',
  guard: 'two',
  isPublic: true,
  usage: '<network> <reason>',
  summary: 'Takes a network off the screens; from the next start on the workers do nothing for it.',
  run: (operation) => change(operation, false),
}

const networkOn: Verb = {
  words: 'network on',
  guard: 'two',
  isPublic: true,
  usage: '<network> <reason>',
  summary: 'Takes a network back that was switched off.',
  run: (operation) => change(operation, true),
}

export const networkVerbs: readonly Verb[] = [networkList, networkSet, networkOff, networkOn]
