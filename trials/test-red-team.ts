/**
 * An attacker with full control of the API and database, without triggers, but without access to the signer's folder. Each attack tries to
 * redirect or double an existing holder's withdrawal.
 */
import { keepBound } from '#custody/payments/address/bound-address.store.ts'
import { moveStage } from '#custody/payments/approving/review.store.ts'
import { askedEntry } from '#custody/payments/withdrawal-entries.ts'
import { keepWithdrawal } from '#custody/payments/withdrawals.store.ts'
import {
  bindMessage,
  changeMessage,
  type IdentityKey,
  identityKeyOf,
  newPhrase,
  proofMessage,
  signText,
} from '#identity/sessions/identity-key.ts'
import type { TestWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import type { Tx } from '#kit/store/db.ts'
import { randomHex } from '#kit/text/random.ts'
import { addMs, dayMs, wallClock } from '#kit/time/clock.ts'
import { available, held, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'

export const newAddress = (): Hex => checksumAddress(`0x${randomHex(20)}`)
const issuedAt = 1_764_000_000
export const hundred = 100n * unitsPerOne
export type Victim = TestWallet & { readonly address: Hex; readonly id: bigint }
export type Mallory = TestWallet & { readonly address: Hex }
export type Prepared = { readonly tx: Tx; readonly victim: Omit<Victim, 'id'>; readonly thief: Hex }
export type World = { readonly tx: Tx; readonly victim: Victim; readonly mallory: Mallory; readonly thief: Hex }
export type Way = {
  readonly name: string
  readonly attack: (world: World) => Promise<void>
  /** Expected rejection text in the withdrawal's note, an incident or the worker's log. */
  readonly refused: RegExp
  /** Steps before the withdrawal request. The payer runs after each step. */
  readonly before?: readonly ((world: Prepared) => Promise<void>)[]
  readonly isPaidFirst?: true
}

type Signed = {
  readonly signedAddress: string
  readonly issuedAt: number
  readonly publicKey: string
  readonly signature: string
}
function certify(walletId: string, name: string, address: string, key: IdentityKey): Signed {
  const signature = signText(bindMessage(walletId, name, address, issuedAt), key)
  return { signedAddress: address, issuedAt, publicKey: key.publicText, signature }
}

/** Binds an address like the API. `signed` replaces the holder's signature. */
export async function bind(
  tx: Tx,
  wallet: TestWallet,
  name: 'eth' | 'bsc',
  address: Hex,
  signed?: Signed,
): Promise<void> {
  const at = wallClock.now()
  const bound = {
    walletId: wallet.walletId,
    chain: name,
    address,
    remark: '',
    boundAt: at,
    payableFrom: addMs(at, -dayMs),
  }
  await keepBound(tx, { ...bound, ...(signed ?? certify(wallet.walletId, name, address, wallet.key)) })
}

export async function ask(
  tx: Tx,
  { walletId }: TestWallet,
  name: 'eth' | 'bsc',
  address: Hex,
  units = hundred,
): Promise<bigint> {
  const at = wallClock.now()
  const terms = { walletId, chain: name, coin: 'USDT', units, feeUnits: unitsPerOne } as const
  const id = await keepWithdrawal(tx, { ...terms, key: randomHex(16), value: units, address, needsReview: false, at })
  await post(tx, askedEntry({ ...terms, id }, at))
  await moveStage(tx, id, at)
  return id
}

/** Disables all triggers and foreign keys, as a database owner can. */
export async function write(tx: Tx, sql: string, params: readonly unknown[] = []): Promise<void> {
  await tx.query('SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica')
  await tx.query(sql, params)
  await tx.query('SET LOCAL session_replication_role = origin; SET LOCAL ROLE glasshouse')
}

export async function wipePayments(tx: Tx, withdrawal: bigint | null = null): Promise<void> {
  const which = 'SELECT outgoing_id FROM payment WHERE withdrawal_id = coalesce($1, withdrawal_id)'
  await write(tx, `DELETE FROM outgoing_attempt WHERE outgoing_id IN (${which})`, [withdrawal])
  await write(tx, `DELETE FROM outgoing_transaction WHERE id IN (${which})`, [withdrawal])
  await write(tx, `DELETE FROM payment WHERE outgoing_id IN (${which})`, [withdrawal])
}

const stranger = async (): Promise<IdentityKey> => (await identityKeyOf(newPhrase())) as IdentityKey

const toEth = ({ tx, victim, thief: address }: World) =>
  write(tx, `UPDATE withdrawal SET chain = 'eth', address = $2 WHERE id = $1`, [victim.id, address])

async function restoreTo({ tx, victim }: World, old: IdentityKey, next: IdentityKey, signer: IdentityKey) {
  const common = { cid: 'c_01', challenge: 'x'.repeat(43), iat: 1, exp: 2, purpose: 'restore' } as const
  const facts = { ...common, origin: 'https://wallet.example', deviceId: 'd_01' }
  const message = proofMessage({ ...facts, pub: old.publicText, newPub: next.publicText })
  await write(tx, 'UPDATE identity_key SET revoked_at = now() WHERE wallet_id = $1', [victim.walletId])
  await write(
    tx,
    `INSERT INTO identity_key (pub, wallet_id, created_at, old_pub, handover_message, handover_old_signature, handover_new_signature)
     VALUES ($1, $2, now(), $3, $4, $5, $5)`,
    [next.publicText, victim.walletId, old.publicText, message, signText(message, signer)],
  )
}

/** Binds the thief's address on a network new to the holder, with a key claimed to be the holder's. */
async function bindElsewhere(world: World, key: IdentityKey): Promise<void> {
  const { tx, victim, thief } = world
  await bind(tx, victim, 'eth', thief, certify(victim.walletId, 'eth', thief, key))
  await toEth(world)
}

const changedAt = issuedAt + 1
/** A signed change to the thief's address. `from` is the claimed old address. */
const signChange = ({ victim, thief }: Pick<Prepared, 'victim' | 'thief'>, key: IdentityKey, from: string): Signed => ({
  signedAddress: thief,
  issuedAt: changedAt,
  publicKey: key.publicText,
  signature: signText(changeMessage(victim.walletId, 'bsc', from, thief, changedAt), key),
})

const askForChange = ({ tx, victim, thief }: Prepared, signed: Signed, state = 'asked') =>
  write(
    tx,
    `INSERT INTO address_change (wallet_id, chain, old_address, new_address, remark, signed_address, issued_at, public_key, signature,
       asked_at, ready_at, confirmed_at, state, ended_at, old_certificate)
     VALUES ($1, 'bsc', $2, $3, '', $3, $4, $5, $6, now() - interval '96 hours', now() - interval '24 hours', now(), $7,
       CASE WHEN $7 = 'asked' THEN NULL ELSE now() END, '{}')`,
    [victim.walletId, victim.address, thief, signed.issuedAt, signed.publicKey, signed.signature, state],
  )

async function pretendChange(world: World, signed: Signed): Promise<void> {
  const { tx, victim, thief } = world
  await write(tx, 'UPDATE withdrawal SET address = $2 WHERE id = $1', [victim.id, thief])
  await write(
    tx,
    `UPDATE bound_address SET address = $2, signed_address = $2, replaces = $3, issued_at = $4, public_key = $5, signature = $6
     WHERE wallet_id = $1`,
    [victim.walletId, thief, victim.address, signed.issuedAt, signed.publicKey, signed.signature],
  )
}

export async function forgeBalance(tx: Tx, walletId: TestWallet['walletId'], units: bigint): Promise<void> {
  const posting = { from: outside('bsc'), to: available(walletId), asset: 'USDT' as const, units, code: 2 }
  await post(tx, { key: `forged:${randomHex(8)}`, at: wallClock.now(), postings: [posting] })
}
async function forgeHeld(tx: Tx, walletId: TestWallet['walletId']): Promise<void> {
  const posting = { from: available(walletId), to: held(walletId), asset: 'USDT' as const, units: hundred, code: 3 }
  await post(tx, { key: `forged:${randomHex(8)}`, at: wallClock.now(), postings: [posting] })
}

export const ways: readonly Way[] = [
  {
    name: 'writes another address into the withdrawal',
    attack: ({ tx, victim, thief }) =>
      write(tx, 'UPDATE withdrawal SET address = $2 WHERE id = $1', [victim.id, thief]),
    refused: /not the one this wallet bound/,
  },
  {
    name: 'writes another address into the withdrawal and the bound address, under the old signature',
    attack: async ({ tx, victim, thief }) => {
      await write(tx, 'UPDATE withdrawal SET address = $2 WHERE id = $1', [victim.id, thief])
      await write(tx, 'UPDATE bound_address SET address = $2, signed_address = $2 WHERE wallet_id = $1', [
        victim.walletId,
        thief,
      ])
    },
    refused: /not the one this wallet bound/,
  },
  {
    name: "makes a key of his own the wallet's identity key and signs another address with it",
    attack: async ({ tx, victim, thief }) => {
      const key = await stranger()
      const { signature } = certify(victim.walletId, 'bsc', thief, key)
      await write(tx, 'UPDATE identity_key SET pub = $2 WHERE wallet_id = $1', [victim.walletId, key.publicText])
      await write(tx, 'UPDATE withdrawal SET address = $2 WHERE id = $1', [victim.id, thief])
      await write(
        tx,
        'UPDATE bound_address SET address = $2, signed_address = $2, public_key = $3, signature = $4 WHERE wallet_id = $1',
        [victim.walletId, thief, key.publicText, signature],
      )
    },
    refused: /not the one this wallet bound/,
  },
  {
    name: 'binds a network the holder never bound, with a key of his own as identity key',
    attack: async (world) => {
      const { tx, victim, thief } = world
      const key = await stranger()
      await write(tx, 'UPDATE identity_key SET pub = $2, pinned_at = NULL WHERE wallet_id = $1', [
        victim.walletId,
        key.publicText,
      ])
      await bind(tx, victim, 'eth', thief, certify(victim.walletId, 'eth', thief, key))
      await toEth(world)
    },
    refused: /signed by a key that is not the holder's/,
  },
  {
    name: 'forges a restore that hands the wallet to his key',
    attack: async (world) => {
      const key = await stranger()
      await restoreTo(world, world.victim.key, key, key)
      await bindElsewhere(world, key)
    },
    refused: /signed by a key that is not the holder's/,
  },
  {
    name: 'hangs a true restore of his own wallet on the other wallet',
    attack: async (world) => {
      const key = await stranger()
      await restoreTo(world, world.mallory.key, key, world.mallory.key)
      await bindElsewhere(world, key)
    },
    refused: /signed by a key that is not the holder's/,
  },
  {
    name: 'replays the signature of one network on another, for another address',
    attack: async (world) => {
      const { tx, victim, thief } = world
      await bind(tx, victim, 'eth', thief, {
        ...certify(victim.walletId, 'bsc', victim.address, victim.key),
        signedAddress: thief,
      })
      await toEth(world)
    },
    refused: /does not carry the holder's signature/,
  },
  {
    name: "puts another wallet's true signature in place of the holder's",
    attack: async (world) => {
      const { tx, victim, mallory, thief } = world
      await bind(tx, victim, 'eth', thief, certify(mallory.walletId, 'eth', thief, mallory.key))
      await toEth(world)
    },
    refused: /does not carry the holder's signature/,
  },
  {
    name: 'moves the withdrawal to his own wallet and its true bound address',
    attack: ({ tx, victim, mallory }) =>
      write(tx, 'UPDATE withdrawal SET wallet_id = $2, address = $3 WHERE id = $1', [
        victim.id,
        mallory.walletId,
        mallory.address,
      ]),
    refused: /the books do not cover it/,
  },
  {
    name: 'fakes a withdrawal of his own that nobody asked for and nothing covers',
    attack: async ({ tx, mallory }) => {
      await write(
        tx,
        `INSERT INTO withdrawal (key, wallet_id, chain, coin, units, fee_units, address, state, needs_review, requested_at)
         VALUES ($1, $2, 'bsc', 'USDT', $3, 0, $4, 'sending', false, now())`,
        [randomHex(16), mallory.walletId, hundred, mallory.address],
      )
    },
    refused: /the books do not cover it/,
  },
  {
    name: 'lifts the limits and books himself a fortune',
    attack: async ({ tx, mallory }) => {
      const units = 50_000n * unitsPerOne
      const limits = { maximumValue: '999999999', dayLimitValue: '999999999', reviewAboveValue: '999999999' }
      await write(tx, `INSERT INTO setting (name, value) VALUES ('withdrawals.limits', $1)`, [
        JSON.stringify({ ...limits, reviewAboveDayValue: '999999999', reviewAboveCount: 999 }),
      ])
      await forgeBalance(tx, mallory.walletId, units)
      await ask(tx, mallory, 'bsc', mallory.address, units)
    },
    refused: /more than is paid at once/,
  },
  {
    name: 'wipes the payment, so that it looks as if it had never left, to be paid once more',
    isPaidFirst: true,
    attack: async ({ tx, victim }) => {
      await wipePayments(tx, victim.id)
      await write(tx, `UPDATE withdrawal SET state = 'sending', ended_at = NULL WHERE id = $1`, [victim.id])
      await forgeHeld(tx, victim.walletId)
    },
    refused: /was signed before, with other contents|nonce_ahead/,
  },
  {
    name: 'marks the payment as failed and gives the withdrawal a fresh number for the same id',
    isPaidFirst: true,
    attack: async ({ tx, victim }) => {
      await write(tx, `UPDATE withdrawal SET state = 'sending', ended_at = NULL WHERE id = $1`, [victim.id])
      await write(
        tx,
        `UPDATE outgoing_transaction SET state = 'allocated', block_number = NULL, ended_at = NULL, nonce = nonce + 1
         WHERE id = (SELECT outgoing_id FROM payment WHERE withdrawal_id = $1)`,
        [victim.id],
      )
      await write(tx, 'UPDATE outgoing_attempt SET raw = NULL, tx_hash = NULL')
      await forgeHeld(tx, victim.walletId)
      await write(tx, 'UPDATE payment_lane SET next_nonce = (SELECT max(nonce) + 1 FROM outgoing_transaction)')
    },
    refused: /was signed before, with other contents|nonce_ahead/,
  },
  {
    name: 'copies the withdrawal under a new id',
    isPaidFirst: true,
    attack: async ({ tx, victim }) => {
      await write(
        tx,
        `INSERT INTO withdrawal (key, wallet_id, chain, coin, units, fee_units, address, state, needs_review, requested_at)
         SELECT key || '0', wallet_id, chain, coin, units, fee_units, address, 'sending', false, requested_at
         FROM withdrawal WHERE id = $1`,
        [victim.id],
      )
    },
    refused: /the books do not cover it/,
  },
  {
    name: 'sets the numbers back, so that an old one is signed again',
    isPaidFirst: true,
    attack: async ({ tx }) => {
      await wipePayments(tx)
      await write(tx, 'UPDATE payment_lane SET next_nonce = 0')
    },
    refused: /nonce_ahead/,
  },
  {
    name: 'gives the payment a fee that burns the gas of the hot wallet',
    attack: async ({ tx, victim }) => {
      await write(
        tx,
        `WITH added AS (INSERT INTO outgoing_transaction (purpose, chain, lane, nonce, state)
           SELECT 'payment', 'bsc', lane, next_nonce, 'allocated' FROM payment_lane RETURNING id),
         attempt AS (INSERT INTO outgoing_attempt (outgoing_id, number, kind, fee_max_per_gas, tip_max_per_gas, made_at)
           SELECT id, 1, 'send', 10000000000000, 10000000000000, now() FROM added)
         INSERT INTO payment (withdrawal_id, outgoing_id) SELECT $1, id FROM added`,
        [victim.id],
      )
      await write(tx, 'UPDATE payment_lane SET next_nonce = next_nonce + 1')
    },
    refused: /above the cap of this signer/,
  },
  {
    name: 'asks for a change of the bound address, signed with a key of his own, and says that its time is over',
    attack: async (world) => askForChange(world, signChange(world, await stranger(), world.victim.address)),
    refused: /signed by a key that is not the holder's/,
    isPaidFirst: true,
  },
  {
    name: "makes a change of the bound address without asking, in another wallet's true words",
    attack: (world) => pretendChange(world, signChange(world, world.mallory.key, world.victim.address)),
    refused: /not the one this wallet bound/,
  },
  {
    name: 'replays a true change of the holder that names another old address',
    attack: (world) => askForChange(world, signChange(world, world.victim.key, newAddress())),
    refused: /does not carry the holder's signature/,
    isPaidFirst: true,
  },
  {
    name: 'passes a certificate of binding the holder once signed off as a change',
    attack: ({ tx, victim, thief }) =>
      askForChange({ tx, victim, thief }, certify(victim.walletId, 'bsc', thief, victim.key)),
    refused: /does not carry the holder's signature/,
    isPaidFirst: true,
  },
  {
    name: 'makes a change that was signed on a stolen device at once, with the 72 hours skipped in the database',
    before: [(world) => askForChange(world, signChange(world, world.victim.key, world.victim.address))],
    attack: (world) => pretendChange(world, signChange(world, world.victim.key, world.victim.address)),
    refused: /not known the change for long enough/,
  },
  {
    name: 'makes a change that the holder has taken back',
    before: [
      (world) => askForChange(world, signChange(world, world.victim.key, world.victim.address)),
      ({ tx, victim }) =>
        write(tx, `UPDATE address_change SET state = 'cancelled', ended_at = now() WHERE wallet_id = $1`, [
          victim.walletId,
        ]),
    ],
    attack: (world) => pretendChange(world, signChange(world, world.victim.key, world.victim.address)),
    refused: /not the one this wallet bound/,
  },
]
