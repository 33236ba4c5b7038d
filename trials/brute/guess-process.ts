import { openDb } from '#engine/open-db.store.ts'
import { wallClock } from '#kit/time/clock.ts'
import { routes } from '#server/calls/routes.ts'
import { createHttp } from '#server/http/http.ts'
import { limitsFor } from '#server/limits/rate-limit.ts'
import { testSecrets } from '#server/test/test-captcha.ts'

/** Server process with an adjustable clock offset. It is killed without a clean shutdown. */
const [dataDir = '', port = '', limits = '', ahead = ''] = process.argv.slice(2)
let aheadMs = Number(ahead)
const wall = { now: () => new Date(wallClock.now().getTime() + aheadMs) }
process.on('message', ({ laterMs }: { laterMs: number }) => {
  aheadMs += laterMs
  process.send?.('moved')
})
process.once('disconnect', () => process.exit(0))

const db = await openDb({ dataDir })
const app = await createHttp({
  db,
  clock: wall,
  calls: routes(true),
  config: {
    secrets: testSecrets,
    demo: true,
    wall,
    memory: 'none',
    limits: limits === 'none' ? 'none' : limitsFor(false),
  },
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.send?.('ready')
