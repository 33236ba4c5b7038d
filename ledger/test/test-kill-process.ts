import { openSync, writeSync } from 'node:fs'
import { openDb } from '#engine/open-db.store.ts'
import { randomBelow, randomHex } from '#kit/text/random.ts'
import { ledgerOf } from '../posting/ledger.store.ts'
import { killTransfer, killWallets } from './test-kill.ts'

/** Keeps 128 transfers in flight and notes every acknowledged key in a file before continuing. */
const [dataDir = '', notes = '', databaseUrl] = process.argv.slice(2)
const db = await openDb({ dataDir, databaseUrl })
const { submit } = ledgerOf(db)
const file = openSync(notes, 'a')

let told = false
/** The first note also signals the parent that it may kill this process. */
const note = (key: string) => {
  writeSync(file, `${key}\n`)
  if (!told) process.stdout.write('first\n')
  told = true
}

const transferForEver = async () => {
  for (;;) {
    const from = randomBelow(killWallets)
    const to = (from + 1 + randomBelow(killWallets - 1)) % killWallets
    const key = randomHex(12)
    if ((await submit(killTransfer({ key, from, to, units: BigInt(1 + randomBelow(50)) }))) === 'posted') note(key)
  }
}
const underWay = Array.from({ length: 128 }, transferForEver)
await Promise.all(underWay)
