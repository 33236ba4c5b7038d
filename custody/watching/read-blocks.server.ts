import { unitsMax } from '#kit/amount/amount.ts'
import type { Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import type { Block, BlockHeader, TokenTransfer } from '#outside/chains/port.ts'
import { type BlockPart, endPart, keepPart, partOf } from './block-part.store.ts'
import { depositMinimums, dustFloors } from './deposits/deposit-settings.ts'
import { countDust, forgetDust } from './dust/dust.store.ts'
import { type ReadContext, type Sorted, sortTransfers } from './sort-transfers.server.ts'
import { blocksRemembered, keepBlock, keepSeen, orphan, type SeenDeposit, tipOf } from './watch.store.ts'

/** Limits per run. */
const blocksMax = 300
const transfersMax = 10_000
/** Limits per step. */
const pieceMax = 2_500
const paymentsMax = 500

/** Stops at a reorganization. The next run continues. */
export async function readForward(context: ReadContext, head: number): Promise<void> {
  const { db, chain, port, startBlock } = context
  let tip: BlockHeader | undefined = await tipOf(db, chain)
  const from = tip ? tip.number + 1 : startBlock
  let left = transfersMax
  for (let number = from; number <= Math.min(head, from + blocksMax - 1) && left > 0; number += 1) {
    const block = await port.blockAt(number)
    if (!block || (tip && block.parent !== tip.hash)) return
    const transfers = await port.transfersOf(block)
    if (!transfers) return
    const done = await readBlock(context, block, transfers, left)
    if (done === undefined) return
    left -= done
    tip = block
  }
}

/** @returns the transfers examined; undefined if the block is unfinished. */
async function readBlock(
  context: ReadContext,
  block: Block,
  transfers: readonly TokenTransfer[],
  most: number,
): Promise<number | undefined> {
  const { db, clock, chain } = context
  let part = await partOf(db, chain)
  if (part && (part.hash !== block.hash || placeAfter(transfers, part) < 0)) {
    await takePartBack(context, part)
    part = undefined
  }
  const begin = part ? placeAfter(transfers, part) : 0
  const terms = { floors: await readSetting(db, dustFloors), minimums: await readSetting(db, depositMinimums) }
  const reading = { block, terms, firsts: new Map<string, number>(), paymentsMax }
  for (let at = begin; ; ) {
    const sorted = await sortTransfers(context, reading, transfers.slice(at, at + pieceMax))
    if (!sorted) return undefined
    at += sorted.looked
    const last = at < transfers.length ? transfers[at - 1] : undefined
    const before = part
    part = await db.transaction(async (tx) => {
      await keep(tx, context, block, sorted, clock.now())
      if (last) return keepPart(tx, chain, block, last, before)
      await endPart(tx, chain, before)
      await keepBlock(tx, chain, block, context.blocksKept ?? blocksRemembered)
      return undefined
    })
    if (!last) return at - begin
    if (at - begin >= most) return undefined
  }
}

/**
 * Index after the last read transfer, because a block's transfers keep their order. @returns -1 if that transfer is missing, for example
 * after a new token was added.
 */
function placeAfter(transfers: readonly TokenTransfer[], { txHash, logIndex }: BlockPart): number {
  const place = transfers.findIndex((transfer) => transfer.hash === txHash && transfer.logIndex === logIndex)
  return place < 0 ? -1 : place + 1
}

/** Undoes a partly read block after a reorganization. */
export async function takePartBack({ db, clock, chain }: ReadContext, part: BlockPart): Promise<void> {
  await db.transaction(async (tx) => {
    await endPart(tx, chain, part)
    await orphan(tx, chain, part.hash, clock.now())
    await forgetDust(tx, chain, part.hash)
  })
}

async function keep(tx: Tx, { chain }: ReadContext, block: BlockHeader, sorted: Sorted, at: Date): Promise<void> {
  const isBookable = ({ units }: SeenDeposit): boolean => units <= unitsMax
  for (const { hash, baseUnits } of sorted.payments.filter((payment) => !isBookable(payment)))
    await reportIncident(tx, { chain, kind: 'unbookable', halts: false, detail: { hash, base: `${baseUnits}` }, at })
  const payments = sorted.payments.filter(isBookable)
  const seenWith = new Map(payments.map(({ hash, ordinal, baseUnits }) => [`${hash}:${ordinal}`, baseUnits]))
  for (const { hash, ordinal, first, isCorrected } of await keepSeen(tx, chain, block, payments, at)) {
    if (first !== seenWith.get(`${hash}:${ordinal}`))
      await reportIncident(tx, { chain, kind: 'changed_deposit', halts: true, detail: { hash, first: `${first}` }, at })
    else if (isCorrected)
      await reportIncident(tx, { chain, kind: 'corrected_back', halts: false, detail: { hash }, at })
  }
  await countDust(tx, chain, block, sorted.dust, at)
}
