import { afterEach, expect, it } from 'vitest'
import { type Monitor, startMonitor } from './monitor.server.ts'

let monitor: Monitor
afterEach(() => monitor.close())

const open = async () => {
  monitor = await startMonitor({ host: '127.0.0.1', port: 0 })
}
const ask = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${monitor.address.port}${path}`)
  return { status: response.status, text: await response.text() }
}
const readiness = async () => {
  const { status, text } = await ask('/readyz')
  return { status, ...(JSON.parse(text) as { state: string; checks: Record<string, string> }) }
}

it('tells alive from ready, from the start to the drain', async () => {
  await open()
  expect((await ask('/healthz')).status).toBe(200)
  expect(await readiness()).toEqual({ status: 503, state: 'starting', checks: {} })
  let isAway = false
  const database = async () => {
    if (isAway) throw new Error('the database cannot be reached')
  }
  monitor.ready({ database })
  expect(await readiness()).toEqual({ status: 200, state: 'ready', checks: { database: 'ok' } })
  isAway = true
  expect(await readiness()).toEqual({
    status: 503,
    state: 'ready',
    checks: { database: 'the database cannot be reached' },
  })
  isAway = false
  monitor.draining()
  expect(await readiness()).toMatchObject({ status: 503, state: 'draining' })
  expect((await ask('/healthz')).status).toBe(200)
})

it('answers metrics of the process, and nothing else', async () => {
  await open()
  const { status, text } = await ask('/metrics')
  expect(status).toBe(200)
  for (const name of [
    'glasshouse_ready',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'process_open_fds',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
  expect((await ask('/')).status).toBe(404)
})
