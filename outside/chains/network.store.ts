import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { type AddressForm, type ChainId, chains } from '#kit/chain/chains.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Tokens } from './evm/evm.ts'
import type { Network } from './networks.ts'
import type { FamilyKeys, PublicKeys } from './signer/signer.ts'

export type NetworkRow = {
  readonly chain: ChainId
  readonly evmChainId: bigint
  readonly tokens: Tokens
  readonly startBlock: bigint
  readonly explorerUrl: string
  readonly demo: boolean
  /** Newest block the watcher saw. `headAt` is null before the first. */
  readonly head: bigint
  readonly headAt: Date | null
}

const columns =
  'chain, evm_chain_id AS "evmChainId", tokens, start_block AS "startBlock", explorer_url AS "explorerUrl", demo, head, head_at AS "headAt"'

/** The node has answered once, and operators have not disabled the network. */
const connected = 'enabled AND genesis_hash IS NOT NULL'

export const loadNetworks = (sql: Sql): Promise<NetworkRow[]> =>
  sql.query<NetworkRow>(`SELECT ${columns} FROM network WHERE ${connected} ORDER BY chain DESC`)

export async function findNetwork(sql: Sql, chain: ChainId): Promise<NetworkRow | undefined> {
  const [row] = await sql.query<NetworkRow>(`SELECT ${columns} FROM network WHERE ${connected} AND chain = $1`, [chain])
  return row
}

export type PublicNetwork = {
  readonly chain: ChainId
  readonly evmChainId: bigint
  readonly tokens: Tokens
  /** Contract that anchors statement digests. */
  readonly proofLog: Address | null
  readonly vault: Address | null
  /** Null if not configured. */
  readonly publicUrl: string | null
  readonly explorerUrl: string
  readonly head: bigint
  readonly headAt: Date | null
}

export const publicNetworks = (sql: Sql): Promise<PublicNetwork[]> =>
  sql.query<PublicNetwork>(
    `SELECT chain, evm_chain_id AS "evmChainId", tokens, proof_log AS "proofLog", vault, public_url AS "publicUrl",
       explorer_url AS "explorerUrl", head, head_at AS "headAt" FROM network WHERE ${connected} ORDER BY chain DESC`,
  )

export const carries = (network: NetworkRow | undefined, coin: Coin): boolean => network?.tokens[coin] !== undefined

export const isSimulated = (network: NetworkRow | undefined): boolean =>
  network?.demo === true && chains[network.chain].form === 'tron'

export const explorerLink = (network: { readonly explorerUrl: string } | undefined, hash: string): string =>
  hash ? (network?.explorerUrl ?? '').replace('{hash}', hash) : ''

/** Immutable. */
type KeptKeys = Omit<FamilyKeys, 'gasAddress'>

/** Undefined before the first start with a chain. */
export async function loadCustodyKey(sql: Sql, family: AddressForm): Promise<KeptKeys | undefined> {
  const [row] = await sql.query<KeptKeys>(
    'SELECT deposit_xpub AS "depositXpub", hot_address AS "hotAddress" FROM custody_key WHERE family = $1',
    [family],
  )
  return row
}

/** @throws if the stored keys differ: a swapped key would redirect all deposits. */
export async function keepCustodyKey(tx: Tx, keys: PublicKeys): Promise<void> {
  for (const family of ['evm', 'tron'] as const) {
    const { depositXpub, hotAddress } = keys[family]
    await tx.query(
      'INSERT INTO custody_key (family, deposit_xpub, hot_address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [family, depositXpub, hotAddress],
    )
    const known = await loadCustodyKey(tx, family)
    if (known?.depositXpub !== depositXpub || known.hotAddress !== hotAddress)
      throw new Error(
        "the signer's keys are not those this database was made with. Use the signer of this data folder; in a demo, 'npm run dev:reset' begins anew.",
      )
  }
}

/** Facts that must match in all processes. */
export type NetworkFacts = Pick<
  Network,
  | 'chain'
  | 'evmChainId'
  | 'tokens'
  | 'vault'
  | 'sweeper'
  | 'proofLog'
  | 'publicRpcUrl'
  | 'coldAddress'
  | 'coldSignature'
  | 'startBlock'
  | 'explorerUrl'
  | 'companyAddresses'
  | 'demo'
>
export type KeptNetwork = NetworkFacts & { readonly enabled: boolean }

type FactsRow = { readonly [Name in keyof NetworkFacts]: NetworkFacts[Name] | null } & {
  readonly chain: ChainId
  readonly enabled: boolean
}

export async function keptNetworks(sql: Sql): Promise<ReadonlyMap<ChainId, KeptNetwork>> {
  const rows = await sql.query<FactsRow>(
    `SELECT chain, evm_chain_id::float8 AS "evmChainId", tokens, vault, sweeper, proof_log AS "proofLog", public_url AS "publicRpcUrl",
       cold_address AS "coldAddress", cold_signature AS "coldSignature", start_block::float8 AS "startBlock", explorer_url AS "explorerUrl",
       demo, ARRAY(SELECT c.address FROM company_address c WHERE c.chain = n.chain ORDER BY c.address) AS "companyAddresses",
       enabled FROM network n ORDER BY chain`,
  )
  return new Map(
    rows.map((row) => [
      row.chain,
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined])) as KeptNetwork,
    ]),
  )
}

const factNames = [
  'evmChainId',
  'tokens',
  'vault',
  'sweeper',
  'proofLog',
  'publicRpcUrl',
  'coldAddress',
  'coldSignature',
  'startBlock',
  'explorerUrl',
  'companyAddresses',
  'demo',
] as const satisfies readonly (keyof NetworkFacts)[]

export function factText(value: unknown): string {
  if (value === undefined) return 'none'
  if (Array.isArray(value)) return JSON.stringify([...value].sort())
  if (typeof value === 'object' && value !== null)
    return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
  return `${value}`
}

export const differences = (one: NetworkFacts, other: NetworkFacts): readonly (typeof factNames)[number][] =>
  factNames.filter((name) => factText(one[name]) !== factText(other[name]))

/** Real networks need two operators, except on the first start. */
export async function writeNetwork(tx: Tx, network: NetworkFacts): Promise<void> {
  const { chain, evmChainId, tokens, vault, coldAddress, startBlock, explorerUrl, demo } = network
  const { proofLog, publicRpcUrl, sweeper, coldSignature } = network
  await tx.query(
    `INSERT INTO network (chain, evm_chain_id, tokens, start_block, explorer_url, demo, vault, cold_address, proof_log, public_url, sweeper,
       cold_signature, enabled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true)
     ON CONFLICT (chain) DO UPDATE SET tokens = $3, start_block = $4, explorer_url = $5, demo = $6, vault = $7, cold_address = $8,
       proof_log = $9, public_url = $10, sweeper = $11, cold_signature = $12`,
    [
      chain,
      evmChainId,
      JSON.stringify(tokens),
      startBlock,
      explorerUrl,
      demo,
      vault,
      coldAddress,
      proofLog,
      publicRpcUrl,
      sweeper,
      coldSignature,
    ],
  )
  const { companyAddresses: companies } = network
  await tx.query('DELETE FROM company_address WHERE chain = $1 AND address <> ALL ($2::text[])', [chain, companies])
  await tx.query('INSERT INTO company_address (chain, address) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING', [
    chain,
    companies,
  ])
}

/** Differences from the stored networks. Skips demo networks. */
function disagreements(
  kept: ReadonlyMap<ChainId, KeptNetwork>,
  networks: readonly NetworkFacts[],
  isWhole: boolean,
): readonly string[] {
  const named = new Set(networks.map(({ chain }) => chain))
  const missing = [...kept.values()].filter(
    ({ chain, demo, enabled }) => isWhole && !demo && enabled && !named.has(chain),
  )
  const isReal = [...kept.values()].some(({ demo }) => !demo)
  return [
    ...missing.map(({ chain }) => `${chain} is on in this database and missing here; to switch it off: network off`),
    ...networks.flatMap((network) => {
      const known = kept.get(network.chain)
      if (!known) return isReal || !network.demo ? [`${network.chain} is not known to this database`] : []
      if (known.demo && network.demo && !isReal) return []
      return differences(known, network).map(
        (name) =>
          `${network.chain}: ${name} is ${factText(network[name])} here and ${factText(known[name])} in the database`,
      )
    }),
  ]
}

/**
 * The first start stores the networks. Later starts only compare them, except in a demo. @param isWhole whether the caller lists all its
 * networks. @returns the enabled networks @throws with every difference, for an operator
 */
export async function agreeOnNetworks<Given extends NetworkFacts>(
  tx: Tx,
  networks: readonly Given[],
  isWhole: boolean,
): Promise<readonly Given[]> {
  await tx.query('LOCK TABLE network IN SHARE ROW EXCLUSIVE MODE')
  const kept = await keptNetworks(tx)
  const wrong = kept.size === 0 ? [] : disagreements(kept, networks, isWhole)
  if (wrong.length > 0)
    throw new Error(
      `The networks of NETWORKS_FILE are not those of this database, so this part does not start and nothing was changed: ${wrong.join('; ')}. ` +
        'Correct the file, or let two operators change the database: network set, network off.',
    )
  for (const network of networks) if (!kept.has(network.chain)) await writeNetwork(tx, network)
  return networks.filter(({ chain }) => kept.get(chain)?.enabled ?? true)
}

/** @throws if the answering chain is not the stored one. */
export async function keepNetwork(tx: Tx, network: Network, genesisHash: string): Promise<void> {
  const { chain, evmChainId } = network
  await agreeOnNetworks(tx, [network], false)
  const [known] = await tx.query<{ evmChainId: bigint; genesisHash: string | null }>(
    'SELECT evm_chain_id AS "evmChainId", genesis_hash AS "genesisHash" FROM network WHERE chain = $1',
    [chain],
  )
  const isOther = known?.genesisHash !== null && known?.genesisHash !== genesisHash
  if (isOther || known?.evmChainId !== BigInt(evmChainId))
    throw new Error(
      `the node for ${chain} runs another chain than this database knows (its first block differs). Connect the right node; in a demo, 'npm run dev:reset' begins anew.`,
    )
  // Demo networks follow the embedded chain.
  if (network.demo) await writeNetwork(tx, network)
  await tx.query('UPDATE network SET genesis_hash = $2 WHERE chain = $1 AND genesis_hash IS NULL', [chain, genesisHash])
}

export async function switchNetwork(tx: Tx, chain: ChainId, enabled: boolean): Promise<boolean> {
  const rows = await tx.query('UPDATE network SET enabled = $2 WHERE chain = $1 AND enabled <> $2 RETURNING chain', [
    chain,
    enabled,
  ])
  return rows.length > 0
}

export const keepHead = async (sql: Sql, chain: ChainId, head: number, at: Date): Promise<void> => {
  await sql.query('UPDATE network SET head = $2, head_at = $3 WHERE chain = $1 AND head <> $2', [chain, head, at])
}

export async function hasRealNetworks(sql: Sql): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM network WHERE NOT demo LIMIT 1')
  return rows.length > 0
}

export async function companyAddresses(
  sql: Sql,
  chain: ChainId,
  addresses: readonly Address[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ address: string }>(
    'SELECT address FROM company_address WHERE chain = $1 AND address = ANY ($2::text[])',
    [chain, addresses],
  )
  return new Set(rows.map(({ address }) => address))
}
