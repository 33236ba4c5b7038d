import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from '#kit/caller.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { appKey, headers } from '#kit/wire/signing/headers.ts'
import { timestampToleranceSeconds } from '#kit/wire/signing/sign.ts'
import { type CachedResponse, lettersMax } from '../cache/response-cache.ts'
import { aheadOf, isShared } from '../cache/shared-cache.ts'
import { isRequestToken } from '../limits/request-token.ts'
import { userAgentOf } from '../limits/user-agent.ts'
import type { CallDeps, RequestPipeline } from './http-call.ts'

const knownMax = 2_000

type Known = {
  readonly contract: Contract
  readonly answer: CachedResponse
  /** The request's own time, in seconds. */
  readonly seconds: number
  /** Minutes by which the business clock was ahead of real time. */
  readonly ahead: number
  /** Alternating header names and values: `lines` for the answer, `linesAlone` for 304. */
  readonly lines: readonly string[]
  readonly linesAlone: readonly string[]
  /** Plain ASCII is sent with the headers in one write. */
  readonly isPlainText: boolean
}

const plainText = /^[\x20-\x7e]*$/

const tokenHeader = headers.requestToken.toLowerCase()

/** False if the request has anything else that could affect the answer. */
export function isPlain({ raw }: FastifyRequest): boolean {
  const { method, headers: given, rawHeaders } = raw
  if (method !== 'GET' || given['content-length'] || given['transfer-encoding'] || given['x-forwarded-host'])
    return false
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1
}

/** Cache key. Everything else that affects the answer is checked each time. */
const nameOf = ({ raw: { url, headers: given } }: FastifyRequest): string =>
  `${given.host}\n${given.origin ?? ''}\n${given['x-forwarded-proto'] ?? ''}\n${url}`

function sendBody({ raw }: FastifyReply, { answer, lines, isPlainText }: Known): void {
  const made = answer.body()
  const body = isPlainText && typeof made !== 'string' ? answer.text : made
  const length = isPlainText || typeof body !== 'string' ? body.length : Buffer.byteLength(body)
  raw.writeHead(200, [...lines, 'content-length', `${length}`]).end(body, isPlainText ? 'latin1' : 'utf8')
}

/**
 * Answers equal open reads with the same cached bytes. Checks rate limit, request token and time each time, but skips the costlier
 * admission control.
 */
export function createFastPath(deps: CallDeps, greet: RequestPipeline['greet']) {
  const entries = new LRUCache<string, Known>({ max: knownMax, maxSize: lettersMax })

  const isServed = (request: FastifyRequest, { contract, answer, seconds, ahead }: Known): boolean => {
    if (answer.isOld() || ahead !== aheadOf(deps)) return false
    const wall = deps.wall.now()
    if (Math.abs(wall.getTime() / 1000 - seconds) > timestampToleranceSeconds) return false
    if (contract.withoutRequestToken) return true
    const token = request.raw.headers[tokenHeader]
    const userAgent = userAgentOf(request.raw.headers['user-agent'])
    const binding = { key: deps.secrets.requestTokenKey, appKey, userAgent }
    return typeof token === 'string' && isRequestToken(token, binding, wall)
  }

  return {
    keep(request: FastifyRequest, reply: FastifyReply, contract: Contract, answer: CachedResponse): void {
      if (!isShared(contract) || contract.counted || !isPlain(request)) return
      const at = request.url.indexOf('?')
      const params = Object.fromEntries(new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1)))
      const set = Object.entries(reply.getHeaders()).map(([name, value]) => [name, `${value}`])
      const lines = set.flat()
      const linesAlone = set.filter(([header]) => header !== 'content-type').flat()
      const known = {
        contract,
        answer,
        seconds: Number(params.timestamp),
        ahead: aheadOf(deps),
        lines,
        linesAlone,
        isPlainText: plainText.test(answer.text),
      }
      entries.set(nameOf(request), known, { size: answer.text.length })
    },

    /** @returns false to use the normal handler, which reports errors */
    answer(request: FastifyRequest, reply: FastifyReply): boolean {
      const known = isPlain(request) ? entries.get(nameOf(request)) : undefined
      if (!known || !isServed(request, known)) return false
      const { contract, answer } = known
      // Read once: behind a proxy, each access parses the IP from a header.
      const { ip } = request
      if (greet(contract, ip) > 0) return false
      reply.hijack()
      if (answer.etag && request.raw.headers['if-none-match'] === answer.etag)
        reply.raw.writeHead(304, [...known.linesAlone]).end()
      else sendBody(reply, known)
      deps.log.info({
        call: `${contract.method} ${contract.path}`,
        code: 0,
        msg: 'success',
        ms: 0,
        from: networkOf(ip),
      })
      return true
    },
  }
}
export type FastPath = ReturnType<typeof createFastPath>
