import { parseUnits, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { randomHex } from '#kit/text/random.ts'
import { addMs, type Clock, hourMs, minuteMs } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { fromBaseUnits } from '#outside/chains/evm/erc20.ts'
import { openIncidentsOf, reportOnce, resolveIncident } from '#outside/chains/incident.store.ts'
import { type Facts, type FollowContext, follow } from '../outgoing/follow.server.ts'
import { addTransaction, endTransaction, openTransactions } from '../outgoing/outgoing.store.ts'
import { trxPrice } from './custody-settings.ts'
import { markSwept, type Unswept, unswept } from './sweep.store.ts'
import {
  beginTronSweep,
  endTronSweep,
  keepStep,
  keepSweepFloor,
  openTronSweeps,
  restingAddresses,
  stepOf,
  type TronSweep,
} from './tron-sweep.store.ts'
import { type Fuel, gasWanted, nextStep, worthOf } from './tron-sweep.ts'

const sweepsMax = 10
/** Wait after a sweep, until the address's last transaction has expired. */
const restMs = 15 * minuteMs
const failedRestMs = hourMs
const trxDecimals = 6
/** The only coin on TRON. */
const coin: Coin = 'USDT'
/** Worst case: the recipient has none of the coin. Used if the node has no estimate. */
const dearestEnergy = 131_000n

type TronSweepContext = FollowContext & { readonly clock: Clock; readonly chains: Chains; readonly patienceMs: number }
type One = TronSweepContext & { readonly chain: ChainId; readonly connection: ConnectedChain }

/**
 * Empties TRON deposit addresses into the hot wallet. Each address pays its own fee, so the gas account first sends it the missing TRX.
 * Crash-safe: each transaction is fixed, signed and stored before it leaves, and the next waits until it is final or expired. @throws the
 * first error, after every address was tried
 */
export async function sweepTron(context: TronSweepContext, chain: ChainId, connection: ConnectedChain): Promise<void> {
  const one: One = { ...context, chain, connection }
  const open = await openTronSweeps(context.db, chain)
  const work = open.map((sweep) => () => advance(one, sweep))
  if (open.length < sweepsMax) work.push(() => begin(one, sweepsMax - open.length))
  await eachInTurn(work, (each) => each())
}

/** Largest balances first, because gas per day is limited. */
async function begin(one: One, limit: number): Promise<void> {
  const { db, clock, chain, connection, patienceMs, onStep } = one
  const { port, hotAddress } = connection
  const now = clock.now()
  const since = { doneSince: addMs(now, -restMs), failedSince: addMs(now, -failedRestMs) }
  const due = {
    before: addMs(now, -patienceMs),
    largestFirst: true,
    leftOut: await restingAddresses(db, chain, since),
    limit,
  }
  const [sample] = await unswept(db, chain, { ...due, minimums: new Map([[coin, unitsPerOne]]), limit: 1 })
  if (!sample) return
  const head = await port.head()
  const baseUnits = await port.balance(coin, sample.address)
  const gone = (each: Unswept) => markSwept(db, { ...each, chain, addresses: [each.address] }, head, now)
  if (baseUnits === 0n) return gone(sample)
  const found = await port.fuel({ coin, from: sample.address, to: hotAddress, baseUnits })
  expect(found, 'on TRON our addresses pay for themselves')
  const fuel = { ...found, energyNeeded: found.energyNeeded ?? dearestEnergy, energyLeft: 0n }
  const worth = worthOf(fuel, parseUnits(await readSetting(db, trxPrice)) ?? 0n)
  await keepSweepFloor(db, chain, coin, worth.floor)
  const bounds = { minimums: new Map([[coin, worth.atOnce]]), floors: new Map([[coin, worth.floor]]) }
  for (const each of await unswept(db, chain, { ...due, ...bounds })) {
    if ((await port.balance(coin, each.address)) > 0n) await beginTronSweep(db, chain, each, now)
    else await gone(each)
    onStep?.('begun')
  }
}

/** @returns sun at the gas account */
async function watchGas({ db, clock, chain, connection }: One, fuel: Fuel): Promise<bigint> {
  const { port, gasAddress: address } = connection
  const held = (await port.gas(address)) ?? 0n
  const missing = gasWanted(fuel) - held
  const at = clock.now()
  if (missing > 0n) {
    const detail = { coin, amount: `${showUnits(fromBaseUnits(missing, trxDecimals).units)} TRX`, address }
    await reportOnce(db, { chain, kind: 'gas_low', halts: false, detail, at }, 'coin')
  } else await db.transaction((tx) => resolveAll(tx, chain, 'gas_low', () => true, at))
  return held
}

async function resolveAll(
  tx: Tx,
  chain: ChainId,
  kind: 'gas_low' | 'sweep_failed',
  isIt: (detail: Readonly<Record<string, string>>) => boolean,
  at: Date,
): Promise<void> {
  for (const { id, detail } of await openIncidentsOf(tx, chain, kind))
    if (isIt(detail)) await resolveIncident(tx, id, 'over by itself', at)
}

async function advance(one: One, sweep: TronSweep): Promise<void> {
  const lane = `tron_sweep:${sweep.id}`
  if ((await openTransactions(one.db, lane, 1)).length === 0) await settle(one, sweep, lane)
  await follow(one, lane, factsOf(one, sweep))
}

async function settle(one: One, sweep: TronSweep, lane: string): Promise<void> {
  const { db, clock, chain, connection, onStep } = one
  const { port, hotAddress } = connection
  const { address: from } = sweep
  const head = await port.head()
  const baseUnits = await port.balance(coin, from)
  if (baseUnits === 0n) return db.transaction((tx) => finish(tx, one, sweep, head))
  const payment = { coin, from, to: hotAddress, baseUnits }
  const fuel = await port.fuel(payment)
  expect(fuel, 'on TRON our addresses pay for themselves')
  const next = nextStep(fuel, sweep.steps)
  if (next.kind === 'give up') return db.transaction((tx) => fail(tx, one, sweep, next.why))
  const isFund = next.kind === 'fund'
  // This is no failure. The sweep waits for TRX from the operator.
  if (isFund && (await watchGas(one, fuel)) < next.sun + fuel.fundFee) return
  const moving = await port.terms(payment)
  expect('refBlockBytes' in moving, 'on TRON a transaction refers to a block')
  const terms = isFund ? { ...moving, feeLimit: '0' } : moving
  const step = { key: randomHex(16), kind: next.kind, amount: isFund ? next.sun : baseUnits, head }
  await db.transaction(async (tx) => {
    const added = { purpose: 'tron_step', chain, lane, nonce: null, terms, at: clock.now() } as const
    const id = await addTransaction(tx, added)
    if (id !== undefined) await keepStep(tx, id, sweep.id, step)
  })
  onStep?.('settled')
}

function factsOf(one: One, sweep: TronSweep): Facts {
  const { db, clock, chains, connection } = one
  const { chain, index } = sweep
  return {
    senderOf: () => ({ port: connection.port, address: sweep.address }),
    sign: async (transaction, { terms }) => {
      const { key, kind, amount } = await stepOf(db, transaction)
      expect('refBlockBytes' in terms, 'on TRON a transaction refers to a block')
      return chains.signer.signTronSweep({ id: key, chain, coin, index, step: kind, amount: `${amount}`, terms })
    },
    refused: async (transaction, { message }) => {
      await db.transaction(async (tx) => {
        const isEnded = await endTransaction(tx, transaction, { state: 'refused', at: clock.now() })
        if (isEnded) await fail(tx, one, sweep, `the signer refused: ${message}`)
      })
      return true
    },
    judge: async (transaction, { receipt: { succeeded, blockNumber } }) => {
      const { kind, head } = await stepOf(db, transaction)
      return {
        state: succeeded ? 'confirmed' : 'failed',
        blockNumber,
        book: async (tx) => {
          if (!succeeded) await fail(tx, one, sweep, `the chain refused to ${kind}`)
          else if (kind === 'move') await finish(tx, one, sweep, head)
        },
      }
    },
  }
}

async function finish(
  tx: Tx,
  { clock }: One,
  { id, chain, address, lastDeposit }: TronSweep,
  head: number,
): Promise<void> {
  const at = clock.now()
  await endTronSweep(tx, id, 'done', at)
  await markSwept(tx, { chain, coin, addresses: [address], lastDeposit }, head, at)
  await resolveAll(tx, chain, 'sweep_failed', (detail) => detail.address === address, at)
}

/** Ends the sweep for a later retry and alerts an operator. */
async function fail(tx: Tx, { clock }: One, { id, chain, address }: TronSweep, why: string): Promise<void> {
  const at = clock.now()
  await endTronSweep(tx, id, 'failed', at)
  await reportOnce(tx, { chain, kind: 'sweep_failed', halts: false, detail: { coin, address, why }, at }, 'address')
}
