/**
 * Records an honest server's responses to two holders, as JSON. One has a proven day with movements before and after it. Run: node
 * trials/lying/test-record.ts
 */
import { walletAssets, walletRecords } from '#features/balances/balances.contract.ts'
import { getMarket } from '#features/market/market.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { listStatements, myProof, proofSummary } from '#features/proof/proof.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import type { Envelope } from '#kit/wire/signing/envelope.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import { openShop, type Shopper } from '#server/test/test-shop.ts'
import { sendWire } from '#server/test/test-wire.ts'

export type Answers = Readonly<Record<string, Envelope>>
export type Recording = {
  readonly walletId: string
  readonly now: string
  /** `older`: responses a day earlier, and after that day but before the last movements. */
  readonly honest: Answers
  readonly older: readonly Answers[]
  readonly other: Answers
}

const asked: readonly (readonly [string, Contract, object])[] = [
  ['/wallet/assets', walletAssets, {}],
  ['/wallet/logs few', walletRecords, { page: 'few', cursor: '' }],
  ['/wallet/logs many', walletRecords, { page: 'many', cursor: '' }],
  ['/proof/mine', myProof, {}],
  ['/proof/statements', listStatements, { cursor: '' }],
  ['/proof/summary', proofSummary, {}],
  ['/main/config', loadConfig, {}],
  ['/main/market', getMarket, {}],
  ['/wallet/info', loadWalletInfo, {}],
]

/** Removes the demo flag, because lies target holders of real coins. */
const realOnly = (envelope: Envelope): Envelope =>
  JSON.parse(JSON.stringify(envelope).replace('"demo":true', '"demo":false'))

async function answersTo({ client }: Shopper): Promise<Answers> {
  const found: Record<string, Envelope> = {}
  for (const [name, contract, input] of asked)
    found[name] = realOnly((await sendWire(client.line, contract, input as never)).envelope)
  return found
}

const shop = await openShop({ demo: false })
const [ana, ben] = [await shop.shopper(), await shop.shopper()]
const pass = async (moment: string) => {
  await shop.goTo(moment)
  await buildProofs(shop.app.db, shop.app.clock.now())
  await signProofs(shop.app.db, new Uint8Array(32).fill(5), shop.app.wall.now())
}
const pay = (from: Shopper, to: Shopper, amount: string) =>
  from.client.call(makeTransfer, { receiverId: to.walletId, coin: 'USDT', amount })

await ana.buy()
await pay(ben, ana, '10')
await pass('2026-11-23T09:00:00Z')
const older = [await answersTo(ana)]
await pass('2026-11-24T09:00:00Z')
older.push(await answersTo(ana))
await pay(ana, ben, '7.25')
await pay(ben, ana, '3.5')
await ana.buy()
const now = shop.app.clock.now().toISOString()
const recording: Recording = {
  walletId: ana.walletId,
  now,
  honest: await answersTo(ana),
  older,
  other: await answersTo(ben),
}
process.stdout.write(JSON.stringify(recording))
await shop.app.close()
