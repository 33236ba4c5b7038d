import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { watchNetwork } from '#custody/watching/watch-network.job.ts'
import { openDb } from '#engine/open-db.store.ts'
import type { Address } from '#kit/chain/address.ts'
import { wallClock } from '#kit/time/clock.ts'
import type { Network } from '#outside/chains/networks.ts'
import { portTo } from '#outside/chains/registry.ts'

const [dataDir = '', file = ''] = process.argv.slice(2)
const { network, hotAddress } = JSON.parse(readFileSync(file, 'utf8')) as { network: Network; hotAddress: Address }
const db = await openDb({ dataDir })
const port = portTo(network)
for (;;) {
  await watchNetwork({ db, clock: wallClock }, network.chain, { network, port, hotAddress })
  await wait(400)
}
