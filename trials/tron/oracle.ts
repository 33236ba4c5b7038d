/** npm run trial tron-oracle [-- 10000 1000 (transactions, addresses)]. SEED repeats a run. */

import { randomBelow, seededDice } from '#kit/text/random.ts'
import { acceptedCorruptions, differencesFromOracle } from '#outside/chains/tron/test-oracle.ts'

const [transactions = 10_000, addresses = 1_000] = process.argv.slice(2).map(Number)
const seed = Number(process.env.SEED ?? randomBelow(2 ** 31))
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`seed ${seed}`)
const differences = await differencesFromOracle(seededDice(seed), transactions)
say(`${transactions} random transactions, ${differences.length} differ from tronweb`)
for (const difference of differences.slice(0, 10)) say(difference)
const { accepted, tried } = acceptedCorruptions(seededDice(seed), addresses)
say(`${tried} one-character corruptions of ${addresses} addresses, ${accepted.length} accepted`)
process.exit(differences.length + accepted.length === 0 ? 0 : 1)
