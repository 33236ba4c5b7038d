import type { Address } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import { type AddressForm, type ChainId, chains } from '#kit/chains.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { Tokens } from './evm.ts'
import type { Network } from './networks.ts'
import type { FamilyKeys, PublicKeys } from './signer.ts'

/** A chain as the database knows it: what screens need, without asking the node. */
export type NetworkRow = {
  readonly chain: ChainId
  readonly evmChainId: bigint
  readonly tokens: Tokens
  readonly startBlock: bigint
  readonly explorerUrl: string
  readonly demo: boolean
  /** The newest block when the watcher last looked, and when it was seen first; null before the first. */
  readonly head: bigint
  readonly headAt: Date | null
}

const columns =
  'chain, evm_chain_id AS "evmChainId", tokens, start_block AS "startBlock", explorer_url AS "explorerUrl", demo, head, head_at AS "headAt"'

/** The chains that are connected now. */
export const loadNetworks = (sql: Sql): Promise<NetworkRow[]> =>
  sql.query<NetworkRow>(`SELECT ${columns} FROM network WHERE enabled ORDER BY chain DESC`)

/** A chain that is connected now, or undefined. */
export async function findNetwork(sql: Sql, chain: ChainId): Promise<NetworkRow | undefined> {
  const [row] = await sql.query<NetworkRow>(`SELECT ${columns} FROM network WHERE enabled AND chain = $1`, [chain])
  return row
}

/** A chain as somebody outside may ask about it. */
export type PublicNetwork = {
  readonly chain: ChainId
  readonly evmChainId: bigint
  readonly tokens: Tokens
  /** The contract that keeps the digests of statements. */
  readonly proofLog: Address | null
  readonly vault: Address | null
  /** A node that anybody may ask; null where the operator names none. */
  readonly publicUrl: string | null
  readonly explorerUrl: string
  /** The newest block when the watcher last looked, and when it was seen first; null before the first. */
  readonly head: bigint
  readonly headAt: Date | null
}

/** The chains that are connected now, with what somebody needs who looks for himself. */
export const publicNetworks = (sql: Sql): Promise<PublicNetwork[]> =>
  sql.query<PublicNetwork>(
    `SELECT chain, evm_chain_id AS "evmChainId", tokens, proof_log AS "proofLog", vault, public_url AS "publicUrl",
       explorer_url AS "explorerUrl", head, head_at AS "headAt" FROM network WHERE enabled ORDER BY chain DESC`,
  )

/** Whether a coin can be received and paid on a chain as it is connected now. */
export const carries = (network: NetworkRow | undefined, coin: Coin): boolean => network?.tokens[coin] !== undefined

/** Whether no node of the chain runs but our own imitation of one: in the demo, TRON. */
export const isSimulated = (network: NetworkRow | undefined): boolean =>
  network?.demo === true && chains[network.chain].form === 'tron'

/** Where a person looks up a transaction; empty where there is no such place. */
export const explorerLink = (network: { readonly explorerUrl: string } | undefined, hash: string): string =>
  hash ? (network?.explorerUrl ?? '').replace('{hash}', hash) : ''

/** What is kept of the signer's keys: they never change. */
type KeptKeys = Omit<FamilyKeys, 'gasAddress'>

/** The public half of the signer's keys for a family of chains as first seen, or undefined before the first start with a chain. */
export async function loadCustodyKey(sql: Sql, family: AddressForm): Promise<KeptKeys | undefined> {
  const [row] = await sql.query<KeptKeys>(
    'SELECT deposit_xpub AS "depositXpub", hot_address AS "hotAddress" FROM custody_key WHERE family = $1',
    [family],
  )
  return row
}

/**
 * Keeps the signer's public keys on first sight.
 * @throws if the database knows others: a swapped key would send every deposit to somebody else.
 */
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

/**
 * Keeps what a chain is on first sight, and how it is reached at every start.
 * @throws if another chain answers than the one the database knows.
 */
export async function keepNetwork(tx: Tx, network: Network, genesisHash: string): Promise<void> {
  const { chain, evmChainId, tokens, vault, coldAddress, startBlock, explorerUrl, demo } = network
  const { proofLog, publicRpcUrl } = network
  const [known] = await tx.query<{ evmChainId: bigint; genesisHash: string }>(
    'SELECT evm_chain_id AS "evmChainId", genesis_hash AS "genesisHash" FROM network WHERE chain = $1 FOR UPDATE',
    [chain],
  )
  if (known && (known.genesisHash !== genesisHash || known.evmChainId !== BigInt(evmChainId)))
    throw new Error(
      `the node for ${chain} runs another chain than this database knows (its first block differs). Connect the right node; in a demo, 'npm run dev:reset' begins anew.`,
    )
  await tx.query(
    `INSERT INTO network (chain, evm_chain_id, genesis_hash, tokens, start_block, explorer_url, demo, vault, cold_address, proof_log, public_url, enabled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true)
     ON CONFLICT (chain) DO UPDATE SET tokens = $4, explorer_url = $6, demo = $7, vault = $8, cold_address = $9, proof_log = $10,
       public_url = $11, enabled = true`,
    [
      chain,
      evmChainId,
      genesisHash,
      JSON.stringify(tokens),
      startBlock,
      explorerUrl,
      demo,
      vault,
      coldAddress,
      proofLog,
      publicRpcUrl,
    ],
  )
  for (const address of network.companyAddresses)
    await tx.query('INSERT INTO company_address (chain, address) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      chain,
      address,
    ])
}

/** Marks every chain but these as not connected. */
export const disableOthers = async (tx: Tx, connected: readonly ChainId[]): Promise<void> => {
  await tx.query('UPDATE network SET enabled = false WHERE enabled AND chain <> ALL ($1::text[])', [connected])
}

/** Remembers the newest block, for "n of N" on screens, and when it was seen first. */
export const keepHead = async (sql: Sql, chain: ChainId, head: number, at: Date): Promise<void> => {
  await sql.query('UPDATE network SET head = $2, head_at = $3 WHERE chain = $1 AND head <> $2', [chain, head, at])
}

/** Whether this database was ever connected to a chain that is no demo's: then nothing of a demo has a place in it. */
export async function hasRealNetworks(sql: Sql): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM network WHERE NOT demo LIMIT 1')
  return rows.length > 0
}

/** Which of these addresses are the company's on a chain. */
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
