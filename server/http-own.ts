import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#kit/caller.ts'
import type { WalletId } from '#kit/ids.ts'
import { appKey, headers } from '#kit/wire/headers.ts'
import type { Implementation, OwnPage } from '#kit/wire/implement.api.ts'
import { timestampToleranceSeconds } from '#kit/wire/sign.ts'
import { type CallHouse, type Door, succeed } from './http-call.ts'
import { isPlain } from './http-known.ts'
import { type OwnPages, pageName } from './own-pages.ts'
import { isRequestToken } from './request-token.ts'
import { userAgentOf } from './user-agent.ts'

/** A read of somebody's own as it goes over the wire, whoever asks and whenever. */
type Shape = {
  readonly implementation: Implementation
  readonly input: unknown
  /** The headers of its answer, names and values in turn. */
  readonly lines: readonly string[]
  readonly keptAtMs: number
}
/** How long a shape serves: headers may change with a setting. */
const shapeMs = 1_000
const shapesMax = 500
/** Callers who were found to be signed in, with their wallets. */
const callersMax = 20_000

const tokenHeader = headers.requestToken.toLowerCase()
const userHeader = headers.userToken.toLowerCase()
const moment = /([?&]timestamp=)([1-9]\d{0,12})(?=&|$)/

/** What a read says of itself, but for who asks and when; and that. */
function nameOf({ raw: { url = '', headers: given } }: FastifyRequest): { name: string; seconds: number } | undefined {
  const found = moment.exec(url)
  if (!found) return undefined
  const rest = url.slice(0, found.index) + url.slice(found.index + found[0].length)
  // Said twice, the later one counts, however it is written.
  if (rest.includes('timestamp=') || rest.includes('%')) return undefined
  const name = `${given.host}\n${given.origin ?? ''}\n${given['x-forwarded-proto'] ?? ''}\n${rest}`
  return { name, seconds: Number(found[2]) }
}

/** The oldest goes first. */
function bound(map: Map<string, unknown>, most: number): void {
  const oldest = map.size > most ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}

/** Shapes by what a read says of itself; the oldest goes first. */
function createShapes({ wall: clock, secrets }: Pick<CallHouse, 'wall' | 'secrets'>) {
  const shapes = new Map<string, Shape>()
  return {
    keep(name: string, shape: Shape): void {
      shapes.delete(name)
      shapes.set(name, shape)
      bound(shapes, shapesMax)
    },

    /** The shape of a read whose moment and request token are right; nothing where it goes the long way. */
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
 * Reads of what is somebody's own, the short way: a read that was answered a second ago, whoever asked, is read no more as text when another caller
 * sends the same one. Who asks is looked at each time, by the same door, and so is what the page is made of; both are asked for at once where it
 * is known whose token it is. Whatever is wrong goes the long way, which says so.
 */
export function createOwnReads(house: CallHouse, door: Door, pages: OwnPages) {
  const shapes = createShapes(house)
  const callers = new Map<string, WalletId>()

  const lookAs = ({ implementation, input }: Shape, walletId: WalletId): Promise<OwnPage<unknown>> =>
    (implementation.look as NonNullable<Implementation['look']>)(input, {
      db: house.db,
      now: house.clock.now(),
      walletId,
    })

  /** @throws a Refusal, or whatever the database says */
  async function serve(shape: Shape, token: string, ip: string, reply: FastifyReply): Promise<void> {
    const startedMs = performance.now()
    const { implementation, input, lines } = shape
    const { contract } = implementation
    const guessed = callers.get(token) as WalletId
    const pageOf = (walletId: WalletId) =>
      pages.give(
        pageName(contract, walletId, input),
        () => lookAs(shape, walletId),
        (data) => JSON.stringify(succeed(house, contract, data)),
      )
    const page = pageOf(guessed)
    // Whose turn it is not gets no page, and nobody waits for it.
    page.catch(() => undefined)
    const header = (name: string) => (name === headers.userToken ? token : undefined)
    const session = await door.recognize(contract, { header, ip }, house.wall.now())
    const bytes = await (session.walletId === guessed ? page : pageOf(session.walletId))
    reply.hijack()
    reply.raw.writeHead(200, [...lines, 'content-length', `${bytes.length}`]).end(bytes)
    const ms = Math.round(performance.now() - startedMs)
    const from = networkOf(ip)
    house.log.info({
      call: `${contract.method} ${contract.path}`,
      code: 0,
      msg: 'success',
      ms,
      session: session.id,
      from,
    })
  }

  return {
    /** Keeps how a read is being answered, with the headers that were set, and whose it is. */
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
      callers.delete(token)
      callers.set(token, walletId)
      bound(callers, callersMax)
    },

    /** Answers a read like one that was answered before. @returns false where it goes the long way; `goOn` sends it there later */
    answer(request: FastifyRequest, reply: FastifyReply, goOn: () => void): boolean {
      const token = request.raw.headers[userHeader]
      if (typeof token !== 'string' || !callers.has(token)) return false
      const shape = shapes.find(request)
      const { ip } = request
      if (!shape || door.greet(shape.implementation.contract, ip) > 0) return false
      serve(shape, token, ip, reply).catch(() => {
        callers.delete(token)
        goOn()
      })
      return true
    },
  }
}
export type OwnReads = ReturnType<typeof createOwnReads>
