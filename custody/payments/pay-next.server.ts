import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Tx } from '#kit/store/db.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { fromBaseUnits, toBaseUnits } from '#outside/chains/evm/erc20.ts'
import { reportIncident, reportOnce } from '#outside/chains/incident.store.ts'
import { keepPayoutCap, type PayoutCap } from '#outside/chains/payout-cap.store.ts'
import type { PaymentTerms } from '#outside/chains/port.ts'
import { type Claim, type DayCap, nextOf, roomFor, roomInStock } from './approving/fair-share.ts'
import { giveBackUnpaid, moveStage } from './approving/review.store.ts'
import type { Lane, PayerContext } from './lane.server.ts'
import { allocate, unitsOnTheWay } from './payments.store.ts'
import { lockReturn } from './returns.store.ts'
import { type Candidate, recordTaken, takenOf, waitingToPay } from './withdrawal-queue.store.ts'
import { askReview } from './withdrawals.store.ts'

type Caps = { readonly signer: DayCap; readonly vault: DayCap | undefined }

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

function decimalsOf(chain: ChainId, coin: Coin): number {
  const terms = chainCoin(chain, coin)
  expect(terms, `${coin} travels on ${chain}`)
  return terms.decimals
}

async function capsOf(
  { db, clock, chains }: PayerContext,
  lane: Lane,
  chain: ChainId,
  coin: Coin,
  onTheWay: bigint,
): Promise<Caps> {
  const { atOnce, inDay, left } = (await chains.signer.memory()).limits[coin]
  const taken = await takenOf(db, chain, coin, clock.now())
  const signer = { atOnce: BigInt(atOnce), inDay: BigInt(inDay), left: BigInt(left), ...taken.anywhere }
  const caps = await lane.chains.get(chain)?.port.headroom(coin)
  if (!caps) return { signer, vault: undefined }
  const unitsOf = (baseUnits: bigint) => fromBaseUnits(baseUnits, decimalsOf(chain, coin)).units
  // The contract does not count payments in flight yet.
  const vaultLeft = unitsOf(caps.left) - onTheWay
  // A cap of zero is a pause, not a reason to reject payments as too large.
  const vaultAtOnce = caps.atOnce === 0n ? signer.atOnce : unitsOf(caps.atOnce)
  const vault = { atOnce: vaultAtOnce, inDay: unitsOf(caps.inDay), left: vaultLeft > 0n ? vaultLeft : 0n }
  return { signer, vault: { ...vault, ...taken.there } }
}

const claimOf = ({ receivedUnits, isApproved, isReturn, ...taken }: Candidate): Claim => ({
  ...taken,
  units: receivedUnits,
  isApproved: isApproved || isReturn,
})

/** Allocates the next withdrawal that stock and caps cover. @returns whether there was one. */
export async function allocateNext(context: PayerContext, lane: Lane): Promise<boolean> {
  const { db, clock } = context
  const waiting = await waitingToPay(db, [...lane.chains.keys()], clock.now())
  if (waiting.length === 0) return false
  const onTheWay = new Map(
    (await unitsOnTheWay(db, lane.name)).map(({ chain, coin, units }) => [`${chain}.${coin}`, units]),
  )
  const lines = Map.groupBy(waiting, ({ chain, coin }) => `${chain}.${coin}`)
  const oldestFirst = [...lines].toSorted(([, [one]], [, [other]]) => Number((one?.id ?? 0n) - (other?.id ?? 0n)))
  for (const [name, line] of oldestFirst)
    if (await allocateIn(context, lane, line, onTheWay.get(name) ?? 0n)) return true
  return false
}

async function allocateIn(
  context: PayerContext,
  lane: Lane,
  line: readonly Candidate[],
  onTheWay: bigint,
): Promise<boolean> {
  const { db, clock } = context
  const [{ chain, coin } = {}] = line
  const connection = chain && lane.chains.get(chain)
  expect(chain && coin && connection, 'a line is of a chain of its lane')
  const { port, hotAddress: from } = connection
  const caps = await capsOf(context, lane, chain, coin, onTheWay)
  const stock = fromBaseUnits(await port.balance(coin, from), decimalsOf(chain, coin)).units - onTheWay
  const limits = [caps.signer, ...(caps.vault ? [caps.vault] : [])]
  const roomsOf = (each: Candidate) => limits.map((cap) => roomFor(claimOf(each), cap))
  const isNever = (each: Candidate) => roomsOf(each).includes('never')
  for (const each of line.filter(isNever)) await endTooLarge(context, each)
  const next = nextOf(line, (each) => [roomInStock(claimOf(each), stock), ...roomsOf(each)])
  if (!next) return false
  const isSmall = roomsOf(next).every((room) => room === 'small')
  const { id, isReturn, address, receivedUnits } = next
  const baseUnits = toBaseUnits(receivedUnits, decimalsOf(chain, coin))
  const signedWith = await port.terms({ coin, from, to: address, baseUnits })
  if (!(await hasGas(context, chain, signedWith))) return false
  context.onStep?.('before allocating')
  const isGiven = await db.transaction(async (tx) => {
    const now = isReturn ? await lockReturn(tx, id) : await moveStage(tx, id, clock.now())
    if (now.state !== 'sending' || now.isAllocated) return false
    await allocate(tx, { lane: lane.name, chain, id, terms: signedWith, at: clock.now() })
    await recordTaken(tx, id, isSmall, clock.now())
    return true
  })
  context.onStep?.('allocated')
  return isGiven
}

/** Gas per payment, as the signer counts it. */
const payGas = 300_000n

async function hasGas({ db, clock, chains }: PayerContext, chain: ChainId, terms: PaymentTerms): Promise<boolean> {
  const left = BigInt((await chains.signer.memory()).gasLeft[chain])
  const most = 'feeMaxPerGas' in terms ? payGas * terms.feeMaxPerGas : BigInt(terms.feeLimit)
  if (most <= left) return true
  const detail = { reason: 'gas of payments' }
  await reportOnce(db, { chain, kind: 'signer_full', halts: false, detail, at: clock.now() }, 'reason')
  return false
}

/** Refunds a withdrawal immediately. A return goes to review. */
async function endTooLarge(context: PayerContext, { id, chain, isReturn }: Candidate): Promise<void> {
  const reason = 'It is more than is paid at once. All of it is back: please ask for it in parts.'
  if (isReturn) return refuse(context, id, chain, reason)
  await context.db.transaction(async (tx) => {
    await giveBackUnpaid(tx, id, reason, context.clock.now())
    await reportRefusal(tx, context, id, chain, reason)
  })
}

const reportRefusal = (tx: Tx, { clock }: PayerContext, id: bigint, chain: ChainId, reason: string): Promise<void> => {
  const detail = { withdrawal: `${id}`, reason }
  return reportIncident(tx, { chain, kind: 'signer_refused', halts: false, detail, at: clock.now() })
}

export async function refuse(
  context: PayerContext,
  id: bigint,
  chain: ChainId,
  reason: string,
  isDue: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await isDue(tx))) return
    await askReview(tx, id, reason)
    await reportRefusal(tx, context, id, chain, reason)
  })
}

export const capsEveryMs = minuteMs

/** Stores the limits that holders see before they request a withdrawal. */
export async function keepCaps(context: PayerContext, lane: Lane): Promise<void> {
  for (const [chain, { network }] of lane.chains)
    for (const coin of Object.keys(network.tokens) as Coin[]) {
      const { signer, vault = signer } = await capsOf(context, lane, chain, coin, 0n)
      const cap: PayoutCap = {
        atOnce: smaller(signer.atOnce, vault.atOnce),
        inDay: smaller(signer.inDay, vault.inDay),
      }
      await keepPayoutCap(context.db, chain, coin, cap, context.clock.now())
    }
}
