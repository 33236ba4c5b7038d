import { createServer, type ServerResponse } from 'node:http'
import { collectProcess, readyNow, registry } from './metrics.server.ts'

export type Address = { readonly host: string; readonly port: number }

export type Checks = Readonly<Record<string, () => Promise<unknown>>>

export type Monitor = {
  readonly address: Address
  ready(checks: Checks): void
  draining(): void
  close(): Promise<void>
}

const checkMs = 3_000

export function addressOf(text: string): Address {
  const at = text.lastIndexOf(':')
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) }
}

async function resultOf(check: () => Promise<unknown>): Promise<string> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(`no answer within ${checkMs / 1000} s`), checkMs)
  const done = check().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}

/** Without authentication. */
export async function startMonitor({ host, port }: Address): Promise<Monitor> {
  collectProcess()
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  let checks: Checks = {}
  const readiness = async (): Promise<{ isReady: boolean; body: unknown }> => {
    const named = Object.entries(checks).map(async ([name, check]) => [name, await resultOf(check)] as const)
    const results = Object.fromEntries(await Promise.all(named))
    const isReady = state === 'ready' && Object.values(results).every((result) => result === 'ok')
    return { isReady, body: { state, checks: results } }
  }
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const send = (code: number, body: unknown) => {
      response.writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(`${JSON.stringify(body)}\n`)
    }
    if (path === '/healthz') return send(200, { state: 'alive' })
    if (path === '/readyz') {
      const { isReady, body } = await readiness()
      return send(isReady ? 200 : 503, body)
    }
    if (path !== '/metrics') return send(404, { state: 'not found' })
    readyNow.set((await readiness()).isReady ? 1 : 0)
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
  }
  const server = createServer((request, response) => {
    answer(request.url?.split('?')[0] ?? '', response).catch(() => response.destroy())
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(port, host, listening.resolve)
  await listening.promise
  const { port: given } = server.address() as { port: number }
  return {
    address: { host, port: given },
    ready: (found) => {
      checks = found
      state = 'ready'
    },
    draining: () => {
      state = 'draining'
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
