import * as v from 'valibot'
import { depositRow } from '#custody/watching/fields.ts'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

const depositCoin = v.object({
  coin: f.coin,
  /** Its contract on this chain, for a request that a payer's wallet reads (EIP-681); null where nobody can be asked so. */
  token: v.nullable(v.string()),
  /** Less than this waits until such payments add up to it. */
  minimum: f.exactAmount,
  /** False while the switch or the daily window is closed; payments are credited all the same. */
  open: v.boolean(),
  /** The daily window, UTC, "00:00" to "24:00". */
  opensAt: v.string(),
  closesAt: v.string(),
  closing: f.closing,
})

const depositChain = named(
  v.object({
    chain: f.chain,
    name: v.string(),
    /** The token standard: "ERC-20". */
    standard: v.string(),
    /** False where no node is connected: the address is then empty. */
    enabled: v.boolean(),
    /** True in the demo where no node of this chain runs, but a simulation of ours. */
    simulated: v.boolean(),
    /** The wallet's own address on this chain, in the form of this chain. The same on every chain of one family. */
    address: v.string(),
    /** The signer's word that the address is this wallet's, for the device to check. The answer waits for it; null only while the signer is away. */
    certificate: v.nullable(v.object({ publicKey: v.string(), signature: v.string() })),
    confirmations: v.number(),
    /** How long they usually take, by the chain's last blocks: an estimate. */
    usualSeconds: v.number(),
    /** The chain stands still, or we are behind in reading it: it takes longer now. */
    late: v.boolean(),
    /** The number by which wallets know the chain; null where it has none. */
    evmChainId: v.nullable(v.number()),
    coins: v.array(depositCoin),
  }),
  { confirmations: 'confirmationsNeeded' },
)

/**
 * Where to pay to, on every chain, with the rules shown before anything is paid. Asked for one coin on one chain, it refuses by name while
 * that is closed; what is paid all the same is credited.
 */
export const depositAddresses = contract({
  method: 'GET',
  path: '/wallet/recharge',
  access: 'session',
  summary: 'The addresses of the wallet for coins from a chain, with minimum and confirmations.',
  input: v.object({ chain: v.optional(f.chain), coin: v.optional(f.coin) }),
  output: v.object({
    chains: v.array(depositChain),
    /** True in the demo: POST /wallet/faucet answers. */
    faucet: v.boolean(),
    /** The most the faucet gives at once, of any coin. */
    faucetMaximum: f.exactAmount,
  }),
  failures: ['funds.chain_coin', 'funds.deposit_closed', 'funds.deposit_wrong_time'],
  always: true,
})

/**
 * The keys that certify deposit addresses, one for the whole installation at a time, with what confirms them. docs/client.md says how a
 * device checks a key and an address.
 */
export const listDepositKeys = contract({
  method: 'GET',
  path: '/wallet/deposit-keys',
  access: 'open',
  summary: 'The keys that certify deposit addresses, each signed by the one before it, and who else names them.',
  input: v.object({}),
  output: v.object({
    /** The newest last: it certifies. The signature is over idwallet-deposit-key-v1, line, publicKey, digest before, joined by LF. */
    keys: v.array(v.object({ publicKey: v.string(), signature: v.string() })),
    /** The latest signed statement: its `logs.deposits` names the last line of the list as it was then. null: no day was over yet. */
    latest: v.nullable(v.object({ text: v.string(), signature: v.string(), publicKey: v.string() })),
    /** The newest line of the operators' log that names the key, as it was signed; null where no operator has. */
    logged: v.nullable(
      v.object({
        text: v.string(),
        signature: v.string(),
        publicKey: v.string(),
        /** What was typed, and what its digest in the text is salted with: SHA-256 over salt, "args" and this, joined by LF. */
        args: v.string(),
        salt: v.string(),
      }),
    ),
  }),
  failures: [],
  always: true,
})

/** The wallet's payments from chains, the newest first. */
export const deposits = contract({
  method: 'GET',
  path: '/wallet/recharges',
  access: 'session',
  summary: 'Payments that arrived for the wallet, with their confirmations.',
  input: v.object({ coin: v.optional(f.coin), chain: v.optional(f.chain), cursor: f.cursor }),
  output: f.page(depositRow),
  failures: [],
  always: true,
})

/** Demo only: asks the demo's own chain for a real token transfer to the wallet's own address. */
export const askFaucet = contract({
  method: 'POST',
  path: '/wallet/faucet',
  access: 'session',
  summary: 'Demo only: sends test coins to the wallet on the embedded chain.',
  input: v.object({ chain: f.chain, coin: f.coin, amount: f.typedAmount }),
  output: v.object({ id: v.number() }),
  failures: ['funds.faucet_closed', 'funds.faucet_maximum', 'funds.chain_coin'],
})
