/**
 * npm run trial bench-proof [-- 1000000 (wallets, default 100,000; four leaves each)]. Also verifies in a browser with a four times slower
 * CPU, and runs the full path on PostgreSQL 18.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { coins } from '#kit/amount/coins.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { randomBelow, randomBytes } from '#kit/text/random.ts'
import type { Day } from '#kit/time/clock.ts'
import { buildNextProof } from '#proofs/days/build.job.ts'
import { findProof } from '#proofs/days/proof.server.ts'
import { loadProofDays } from '#proofs/days/proofs.store.ts'
import { beginning, type Kind, type Proof } from '#proofs/tree/format.ts'
import { epochOf, noAmounts, plus, statementText } from '#proofs/tree/statement.ts'
import { blockOf, proofOf, treeBuilder } from '#proofs/tree/tree.server.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { root } from '#scripts/run/command.ts'
import { checkProof, readStatement } from '../../../docs/proof/verify.mjs'
import { makeProofWorld, proofDay } from './proof-world.ts'

const wallets = Number(process.argv[2] ?? 100_000)
const say = (line: string) => process.stdout.write(`${line}\n`)
const peak = () => `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`
const since = (start: number, used = before) => {
  const { user, system } = process.cpuUsage(used)
  return `${((performance.now() - start) / 1000).toFixed(2)} s (${((user + system) / 1e6).toFixed(2)} s of a processor)`
}

const day = '2026-11-21' as Day
const terms = { epoch: epochOf(day), assets: coins, seed: randomBytes(32) }
const nameOf = (wallet: number) => `W${`${wallet}`.padStart(9, '0')}`
const kinds: readonly Kind[] = ['available', 'held', 'principal', 'promised']

say(`${wallets} wallets, before: ${peak()}`)
await turn()
const before = process.cpuUsage()
const start = performance.now()
const builder = treeBuilder(terms)
let owed = noAmounts(coins.length)
for (let wallet = 0; wallet < wallets; wallet += 1) {
  const amounts = coins.map((_, coin) => BigInt((wallet * 7_919 + coin * 104_729) % 1_000_003) * 12_345_679n)
  builder.add(nameOf(wallet), new Map(kinds.slice(0, (wallet % kinds.length) + 1).map((kind) => [kind, amounts])))
  for (let kind = 0; kind <= wallet % kinds.length; kind += 1) owed = plus(owed, amounts)
}
say(`gathered: ${since(start)}, ${peak()}`)
const tree = builder.finish()
say(`the tree of 2^${tree.log2} leaves: ${since(start)}, ${peak()}`)

const none = noAmounts(coins.length)
const booked = { network: tree.sums, venue: none }
const own = { capital: none, sales: none, fees: none }
const totals = { kinds: new Map([['available', owed] as const]), own, booked, house: [] }
const text = statementText({ day, cut: 0n, assets: coins, tree, totals, logs: {}, previous: beginning })
const key = randomBytes(32)
const published = { text, signature: signWith(text, key), publicKey: publicTextOf(key) }
const statement = await readStatement(published)

const owners = new Map([...tree.owners].map((each) => [each.owner, each]))
const sampled = Array.from({ length: 200 }, () => nameOf(randomBelow(wallets)))
const making = performance.now()
const proofs = sampled.map((owner) => {
  const ownLeaves = owners.get(owner)
  if (!ownLeaves) throw new Error(`${owner} has no leaf`)
  const block = (number: number) => blockOf(tree.leaves, number, coins.length)
  return proofOf({ own: ownLeaves, block, blockTops: tree.blockTops, ...terms })
})
say(`a proof is made in ${((performance.now() - making) / sampled.length).toFixed(1)} ms`)
say(`it has ${(Math.max(...proofs.map((proof) => JSON.stringify(proof).length)) / 1024).toFixed(1)} KiB`)
const checking = performance.now()
for (const [place, proof] of proofs.entries()) await checkProof(statement, proof, sampled[place] ?? '')
say(`and is checked in ${((performance.now() - checking) / sampled.length).toFixed(1)} ms`)

type OnPage = { readonly said: typeof published; readonly all: readonly Proof[] }
/** Runs in the page. Milliseconds per check. */
async function timeChecks({ said, all }: OnPage): Promise<number[]> {
  const { verifier } = globalThis as unknown as { verifier: typeof import('../../../docs/proof/verify.mjs') }
  const took: number[] = []
  for (const proof of all) {
    const began = performance.now()
    await verifier.checkProof(await verifier.readStatement(said), proof, proof.owner)
    took.push(performance.now() - began)
  }
  return took
}

/** Runs at full speed, and at a quarter like a phone. */
async function inBrowser(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-proof-'))
  const browser = await launchBrowser()
  try {
    const verifier = readFileSync(join(root, 'docs/proof/verify.mjs'), 'utf8')
    const page = await browser.newPage()
    const script = `${verifier}\nglobalThis.verifier = { checkProof, readStatement }`
    writeFileSync(
      join(folder, 'verify.html'),
      `<!doctype html><meta charset="utf-8"><script type="module">${script}</script>`,
    )
    await page.goto(`file://${join(folder, 'verify.html')}`)
    const session = await page.context().newCDPSession(page)
    for (const rate of [1, 4]) {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      const took = (await page.evaluate(timeChecks, { said: published, all: proofs })).toSorted((a, b) => a - b)
      const at = (part: number) => `${(took[Math.floor((took.length - 1) * part)] ?? 0).toFixed(1)} ms`
      say(
        `in Chromium slowed down ${rate} times a proof is checked in ${at(0.5)}, 99 of 100 within ${at(0.99)}, ${at(1)} at most`,
      )
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
await inBrowser()

async function onServer(): Promise<void> {
  const server = await startPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-proof-'))
  try {
    const db = await openDbAsOwner({ dataDir, databaseUrl: server.url })
    await migrate(db)
    await makeProofWorld(db, wallets)
    const [began, used] = [performance.now(), process.cpuUsage()]
    if ((await buildNextProof(db, new Date(proofDay))) !== proofDay) throw new Error('the day is due')
    say(`on PostgreSQL, read, made and kept: ${since(began, used)}, ${peak()}`)
    const [kept] = await loadProofDays(db, proofDay, proofDay)
    const asked = performance.now()
    for (let one = 0; one < 50; one += 1)
      if (!kept || !(await findProof(db, kept, nameOf(1 + randomBelow(wallets)))))
        throw new Error('every wallet has leaves')
    say(`a proof is found and made in ${((performance.now() - asked) / 50).toFixed(1)} ms`)
    await db.close()
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
await onServer()
