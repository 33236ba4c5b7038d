import * as v from 'valibot'
import { depositRow } from '#custody/watching/fields.ts'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

const depositCoin = v.object({
  coin: f.coin,
  /** Token contract, for payment requests (EIP-681); null if not supported. */
  token: v.nullable(v.string()),
  /** Smaller payments wait until they add up to this. */
  minimum: f.exactAmount,
  /** False while off or outside the window. Payments are still credited. */
  open: v.boolean(),
  /** UTC, "00:00" to "24:00". */
  opensAt: v.string(),
  closesAt: v.string(),
  closing: f.closing,
})

const depositChain = named(
  v.object({
    chain: f.chain,
    name: v.string(),
    /** For example "ERC-20". */
    standard: v.string(),
    /** False without a node. The address is then empty. */
    enabled: v.boolean(),
    /** True in a demo: the chain is simulated. */
    simulated: v.boolean(),
    /** The same for all chains of one family. */
    address: v.string(),
    /** The signer's certificate for this wallet, which the device checks. null only while the signer is down. */
    certificate: v.nullable(v.object({ publicKey: v.string(), signature: v.string() })),
    confirmations: v.number(),
    /** An estimate from recent blocks. */
    usualSeconds: v.number(),
    /** The chain is stalled or we are behind. */
    late: v.boolean(),
    /** The chain id for wallets; null if none. */
    evmChainId: v.nullable(v.number()),
    coins: v.array(depositCoin),
  }),
  { confirmations: 'confirmationsNeeded' },
)

/** Refuses a request for one coin and chain while closed. Payments are still credited. */
export const depositAddresses = contract({
  method: 'GET',
  path: '/wallet/recharge',
  access: 'session',
  summary: 'Returns the wallet’s deposit addresses by chain, with the minimum deposit and required confirmations.',
  input: v.object({ chain: v.optional(f.chain), coin: v.optional(f.coin) }),
  output: v.object({
    chains: v.array(depositChain),
    /** True if POST /wallet/faucet is available. */
    faucet: v.boolean(),
    /** Per request, for any coin. */
    faucetMaximum: f.exactAmount,
  }),
  failures: ['funds.chain_coin', 'funds.deposit_closed', 'funds.deposit_wrong_time'],
  always: true,
})

/** Only one key certifies at a time. docs/client.md describes how to check a key and an address. */
export const listDepositKeys = contract({
  method: 'GET',
  path: '/wallet/deposit-keys',
  access: 'open',
  summary:
    'Lists the keys that certify deposit addresses, each signed by its predecessor, and the signed records that confirm them.',
  input: v.object({}),
  output: v.object({
    /**
     * Newest last. Only the newest certifies. The signature covers idwallet-deposit-key-v1, line, publicKey, previous digest, joined by LF.
     */
    keys: v.array(v.object({ publicKey: v.string(), signature: v.string() })),
    /** A signed statement. Its `logs.deposits` names the list's last entry at that time. null: no day is complete. */
    latest: v.nullable(v.object({ text: v.string(), signature: v.string(), publicKey: v.string() })),
    /** The log entry as signed; null if none. */
    logged: v.nullable(
      v.object({
        text: v.string(),
        signature: v.string(),
        publicKey: v.string(),
        /** Arguments as typed. Digest in the text: SHA-256 over salt, "args" and this value, joined by LF. */
        args: v.string(),
        salt: v.string(),
      }),
    ),
  }),
  failures: [],
  always: true,
})

/** Newest first. */
export const deposits = contract({
  method: 'GET',
  path: '/wallet/recharges',
  access: 'session',
  summary: 'Lists deposits to the wallet, newest first, with their confirmations.',
  input: v.object({ coin: v.optional(f.coin), chain: v.optional(f.chain), cursor: f.cursor }),
  output: f.page(depositRow),
  failures: [],
  always: true,
})

/** Demo only. */
export const askFaucet = contract({
  method: 'POST',
  path: '/wallet/faucet',
  access: 'session',
  summary: 'Sends test coins to the wallet on the embedded chain (demo only).',
  input: v.object({ chain: f.chain, coin: f.coin, amount: f.typedAmount }),
  output: v.object({ id: v.number() }),
  failures: ['funds.faucet_closed', 'funds.faucet_maximum', 'funds.chain_coin'],
})
