import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#kit/caller.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { appKey, headers } from '#kit/wire/headers.ts'
import { timestampToleranceSeconds } from '#kit/wire/sign.ts'
import type { CallHouse, Door } from './http-call.ts'
import { aheadOf, isForAll } from './http-for-all.ts'
import { createNewest } from './newest.ts'
import { lettersMax, type Remembered } from './remembered.ts'
import { isRequestToken } from './request-token.ts'
import { userAgentOf } from './user-agent.ts'

/** Requests known at once; the oldest goes first. The letters of their answers are bounded as those of remembered ones are. */
const knownMax = 2_000

/** A request that was answered for everybody who sends the same one. */
type Known = {
  readonly contract: Contract
  readonly answer: Remembered
  /** What its parameters say the time is, in seconds. */
  readonly seconds: number
  /** By how many minutes the business clock was ahead. */
  readonly ahead: number
  /** The headers, names and values in turn: of the answer, and of the word that the caller has it already. */
  readonly lines: readonly string[]
  readonly linesAlone: readonly string[]
  /** Whether the answer is plain ASCII: headers and text then go out as they are, in one piece. */
  readonly isPlainText: boolean
}

const plainText = /^[\x20-\x7e]*$/

const tokenHeader = headers.requestToken.toLowerCase()

/** Whether a request has nothing that an answer might have to heed, beside what its name tells. */
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

/** What an open read says of itself: whatever else decides about its answer is looked at each time. */
const nameOf = ({ raw: { url, headers: given } }: FastifyRequest): string =>
  `${given.host}\n${given.origin ?? ''}\n${given['x-forwarded-proto'] ?? ''}\n${url}`

function sendBody({ raw }: FastifyReply, { answer, lines, isPlainText }: Known): void {
  const made = answer.body()
  const body = isPlainText && typeof made !== 'string' ? answer.text : made
  const length = isPlainText || typeof body !== 'string' ? body.length : Buffer.byteLength(body)
  raw.writeHead(200, [...lines, 'content-length', `${length}`]).end(body, isPlainText ? 'latin1' : 'utf8')
}

/**
 * Open reads that were answered a moment ago, to the byte. Whoever sends the same request gets the same bytes with the same headers, before
 * anything else is done: its parameters were checked, and the answer is remembered for everybody anyway. What is a caller's own is checked
 * each time: how often it asks, its request token, and the time. It costs less than to wait for a turn, so it waits for none.
 */
export function createKnown(house: CallHouse, greet: Door['greet']) {
  const entries = createNewest<Known>(knownMax, lettersMax)

  const isServed = (request: FastifyRequest, { contract, answer, seconds, ahead }: Known): boolean => {
    if (answer.isOld() || ahead !== aheadOf(house)) return false
    const wall = house.wall.now()
    if (Math.abs(wall.getTime() / 1000 - seconds) > timestampToleranceSeconds) return false
    if (contract.withoutRequestToken) return true
    const token = request.raw.headers[tokenHeader]
    const userAgent = userAgentOf(request.raw.headers['user-agent'])
    const binding = { key: house.secrets.requestTokenKey, appKey, userAgent }
    return typeof token === 'string' && isRequestToken(token, binding, wall)
  }

  return {
    /** Keeps how a request is being answered, with the headers that were set. */
    keep(request: FastifyRequest, reply: FastifyReply, contract: Contract, answer: Remembered): void {
      if (!isForAll(contract) || contract.counted || !isPlain(request)) return
      const at = request.url.indexOf('?')
      const params = Object.fromEntries(new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1)))
      const set = Object.entries(reply.getHeaders()).map(([name, value]) => [name, `${value}`])
      const lines = set.flat()
      const linesAlone = set.filter(([header]) => header !== 'content-type').flat()
      const known = {
        contract,
        answer,
        seconds: Number(params.timestamp),
        ahead: aheadOf(house),
        lines,
        linesAlone,
        isPlainText: plainText.test(answer.text),
      }
      entries.keep(nameOf(request), known, answer.text.length)
    },

    /** Answers a request like one that is known. @returns false where it goes the long way, which says what is wrong with it */
    answer(request: FastifyRequest, reply: FastifyReply): boolean {
      const known = isPlain(request) ? entries.get(nameOf(request)) : undefined
      if (!known || !isServed(request, known)) return false
      const { contract, answer } = known
      // Read once: it is found anew each time, behind a proxy out of a header.
      const { ip } = request
      if (greet(contract, ip) > 0) return false
      reply.hijack()
      if (answer.etag && request.raw.headers['if-none-match'] === answer.etag)
        reply.raw.writeHead(304, [...known.linesAlone]).end()
      else sendBody(reply, known)
      house.log.info({
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
export type KnownRequests = ReturnType<typeof createKnown>
