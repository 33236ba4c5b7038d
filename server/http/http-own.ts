import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from '#kit/caller.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Implementation, OwnPage } from '#kit/wire/implement.api.ts'
import { appKey, headers } from '#kit/wire/signing/headers.ts'
import { timestampToleranceSeconds } from '#kit/wire/signing/sign.ts'
import { pageName, type UserCache } from '../cache/user-cache.ts'
import { isRequestToken } from '../limits/request-token.ts'
import { userAgentOf } from '../limits/user-agent.ts'
import { type CallDeps, type RequestPipeline, succeed } from './http-call.ts'
import { isPlain } from './http-fast-path.ts'

/** A per-user read without user and time. */
type Shape = {
  readonly implementation: Implementation
  readonly input: unknown
  /** Alternating names and values. */
  readonly lines: readonly string[]
  readonly keptAtMs: number
}
/** Short, because headers may change with a setting. */
const shapeMs = 1_000

const tokenHeader = headers.requestToken.toLowerCase()
const userHeader = headers.userToken.toLowerCase()
const moment = /([?&]timestamp=)([1-9]\d{0,12})(?=&|$)/

/** The name is a cache key without user and time. */
function nameOf({ raw: { url = '', headers: given } }: FastifyRequest): { name: string; seconds: number } | undefined {
  const found = moment.exec(url)
  if (!found) return undefined
  const rest = url.slice(0, found.index) + url.slice(found.index + found[0].length)
  // A second or encoded `timestamp` could override this one. Such requests use the normal path.
  if (rest.includes('timestamp=') || rest.includes('%')) return undefined
  const name = `${given.host}\n${given.origin ?? ''}\n${given['x-forwarded-proto'] ?? ''}\n${rest}`
  return { name, seconds: Number(found[2]) }
}

function createShapes({ wall: clock, secrets }: Pick<CallDeps, 'wall' | 'secrets'>) {
  const shapes = new LRUCache<string, Shape>({ max: 500 })
  return {
    keep: (name: string, shape: Shape) => shapes.set(name, shape),

    /** Undefined if the time or request token is invalid. */
    find(request: FastifyRequest): Shape | undefined {
      const asked = isPlain(request) ? nameOf(request) : undefined
      const shape = asked && shapes.get(asked.name)
      if (!asked || !shape || performance.now() - shape.keptAtMs > shapeMs) return undefined
      const { headers: given } = request.raw
      const wall = clock.now()
      if (Math.abs(wall.getTime() / 1000 - asked.seconds) > timestampToleranceSeconds) return undefined
      const binding = { key: secrets.requestTokenKey, appKey, userAgent: userAgentOf(given['user-agent']) }
      const token = given[tokenHeader]
      return typeof token === 'string' && isRequestToken(token, binding, wall) ? shape : undefined
    },
  }
}

/**
 * Skips parsing a per-user read if an equal one was answered within a second. Session and page version are always checked. Any mismatch
 * falls through to the normal handler, which reports the error.
 */
export function createOwnReads(deps: CallDeps, pipeline: RequestPipeline, pages: UserCache) {
  const shapes = createShapes(deps)
  const callers = new LRUCache<string, WalletId>({ max: 20_000 })

  const lookAs = ({ implementation, input }: Shape, walletId: WalletId): Promise<OwnPage<unknown>> =>
    (implementation.look as NonNullable<Implementation['look']>)(input, {
      db: deps.db,
      now: deps.clock.now(),
      walletId,
    })

  async function serve(shape: Shape, token: string, ip: string, reply: FastifyReply): Promise<void> {
    const startedMs = performance.now()
    const { implementation, input, lines } = shape
    const { contract } = implementation
    const guessed = callers.get(token) as WalletId
    const pageOf = (walletId: WalletId) =>
      pages.give(
        pageName(contract, walletId, input),
        () => lookAs(shape, walletId),
        (data) => JSON.stringify(succeed(deps, contract, data)),
      )
    const page = pageOf(guessed)
    // A refused caller never gets the page, so the page's errors are ignored.
    page.catch(() => undefined)
    const header = (name: string) => (name === headers.userToken ? token : undefined)
    const session = await pipeline.recognize(contract, { header, ip }, deps.wall.now())
    const bytes = await (session.walletId === guessed ? page : pageOf(session.walletId))
    reply.hijack()
    reply.raw.writeHead(200, [...lines, 'content-length', `${bytes.length}`]).end(bytes)
    const ms = Math.round(performance.now() - startedMs)
    const from = networkOf(ip)
    deps.log.info({
      call: `${contract.method} ${contract.path}`,
      code: 0,
      msg: 'success',
      ms,
      session: session.id,
      from,
    })
  }

  return {
    keep(
      request: FastifyRequest,
      reply: FastifyReply,
      read: Pick<Shape, 'implementation' | 'input'>,
      walletId: WalletId,
    ): void {
      const asked = isPlain(request) ? nameOf(request) : undefined
      const token = request.raw.headers[userHeader]
      if (!asked || typeof token !== 'string' || read.implementation.contract.withoutRequestToken) return
      const lines = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, `${value}`])
      shapes.keep(asked.name, { ...read, lines, keptAtMs: performance.now() })
      callers.set(token, walletId)
    },

    /** @returns false to use the normal path. After true, failures enter it through `goOn`. */
    answer(request: FastifyRequest, reply: FastifyReply, goOn: () => void): boolean {
      const token = request.raw.headers[userHeader]
      if (typeof token !== 'string' || !callers.has(token)) return false
      const shape = shapes.find(request)
      const { ip } = request
      if (!shape || pipeline.greet(shape.implementation.contract, ip) > 0) return false
      serve(shape, token, ip, reply).catch(() => {
        callers.delete(token)
        goOn()
      })
      return true
    },
  }
}
export type OwnReads = ReturnType<typeof createOwnReads>
