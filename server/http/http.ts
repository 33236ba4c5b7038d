import { join } from 'node:path'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { DbUnreachable } from '#engine/db-pool.store.ts'
import { networkOf } from '#kit/caller.ts'
import { fail, Refusal } from '#kit/failure.ts'
import { callSeconds } from '#kit/monitor/metrics.server.ts'
import type { Db } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import { type Clock, wallClock } from '#kit/time/clock.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { liveEvents } from '#kit/wire/contracts/live.contract.ts'
import type { Implementation } from '#kit/wire/implement.api.ts'
import type { Envelope } from '#kit/wire/signing/envelope.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { type CachedResponse, type CacheTimes, cacheTimes } from '../cache/response-cache.ts'
import { createUserCache, type UserCache } from '../cache/user-cache.ts'
import { isApi } from '../calls/api-path.ts'
import { createFrameHosts } from '../files/frame-hosts.server.ts'
import { serveArchives } from '../files/http-archive.ts'
import { servePictures } from '../files/http-pictures.ts'
import { serveWeb } from '../files/http-static.ts'
import { isFormBody, readForms, uploadRoute } from '../files/http-upload.ts'
import { answerOwnHosts } from '../files/own-hosts.ts'
import { refusePlaintextHttp } from '../files/plaintext-http.ts'
import { type AdmissionControl, createAdmissionControl } from '../limits/admission-control.ts'
import { blockReader, isServedToBlocked } from '../limits/blocked-addresses.server.ts'
import { boundConnections, slowHeads } from '../limits/connections.ts'
import { proxyTrust } from '../limits/proxies.ts'
import { type Limits, limitsFor } from '../limits/rate-limit.ts'
import { userAgentOf } from '../limits/user-agent.ts'
import { addLiveEvents } from '../live/http-live.ts'
import { openApi } from '../reference/open-api.ts'
import { serveOutbox } from '../sending/outbox.ts'
import {
  bugEnvelope,
  type CallDeps,
  createAnswerer,
  createPipeline,
  type RequestPipeline,
  refusalEnvelope,
  unavailableEnvelope,
} from './http-call.ts'
import { createFastPath, type FastPath } from './http-fast-path.ts'
import { addFirstHeaders, addHeaders, firstHeaders } from './http-headers.ts'
import { createOwnReads, type OwnReads } from './http-own.ts'
import { createWebPages } from './http-page.ts'
import type { WireRequest } from './http-params.ts'
import { answerParseError, answerUnreadable } from './http-parse-errors.ts'
import { serveReference } from './http-reference.ts'

export type HttpConfig = {
  readonly secrets: Secrets
  readonly demo: boolean
  readonly webDir?: string
  readonly origins?: readonly string[]
  readonly ownHostsOnly?: boolean
  /** True if a proxy terminates TLS and states the caller's address. */
  readonly behindProxy?: boolean
  readonly proxies?: readonly string[]
  readonly limits?: Limits | 'none'
  readonly memory?: CacheTimes | 'none'
  readonly liveEveryMs?: number
  readonly wall?: Clock
  readonly strict?: boolean
  readonly outbox?: boolean
  readonly log?: FastifyBaseLogger
}
export type HttpParts = {
  readonly db: Db
  /** The business clock. */
  readonly clock: Clock
  readonly calls: readonly Implementation[]
  readonly config: HttpConfig
}

/** In bytes. The largest request, a restore with ten re-signed addresses, has 5 KB. Uploads have a separate limit. */
const bodyLimit = 16 * 1024

/** Creates the HTTP server, which answers every call with an envelope. */
export async function createHttp({ db, clock, calls, config }: HttpParts): Promise<FastifyInstance> {
  const isProxy = config.behindProxy ? proxyTrust(config.proxies ?? []) : undefined
  const app = Fastify({
    ...(config.log ? { loggerInstance: config.log } : { logger: false }),
    // One logger per request costs too much.
    childLoggerFactory: (logger) => logger,
    // Our log entry never contains the request's data.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: isProxy ?? false,
    requestTimeout: 60_000,
    return503OnClosing: false,
    // Node's own error for a missing host header would lack the envelope.
    http: { requireHostHeader: false, ...slowHeads },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, _request, reply) =>
      void (reply as FastifyReply)
        .headers(firstHeaders(config.behindProxy ?? false))
        .code(200)
        .send(envelopeOf(error, app.log)),
  })
  boundConnections(app, (address) => isProxy?.(address, 0) ?? false)
  const deps = companyOf(app, { db, clock, calls, config })
  const turnstile = createAdmissionControl()
  const pipeline = createPipeline({ ...deps, note: turnstile.note })
  const known = createFastPath(deps, pipeline.greet)
  measureCalls(app)
  const pages = createUserCache(db)
  const own = createOwnReads(deps, pipeline, pages)
  refuseBlocked(app, { db, calls, config, clock })
  // Runs before admission control, which costs more.
  app.addHook('onRequest', (request, reply, goOn) => {
    if (!known.answer(request, reply) && !own.answer(request, reply, goOn)) goOn()
  })
  addFirstHeaders(app, config.behindProxy ?? false)
  letIn(app, turnstile, config.wall ?? wallClock)
  if (config.ownHostsOnly) answerOwnHosts(app, config.origins ?? [])
  if (config.behindProxy) refusePlaintextHttp(app)
  answerParseError(app)
  readBodiesAsText(app)
  const webPages = createWebPages(config.webDir && join(config.webDir, 'index.html'))
  const frames = createFrameHosts(db, config.wall ?? wallClock)
  app.addHook('onRequest', (request, _reply, goOn) => {
    if (isApi(request.url)) goOn()
    else void Promise.all([frames.look(), webPages.look(request.raw)]).finally(goOn)
  })
  await addHeaders(app, {
    origins: config.origins ?? [],
    scriptHashes: (request) => webPages.of(request)?.scriptHashes ?? [],
    frames: frames.hosts,
    nodes: frames.nodes,
    secure: config.behindProxy ?? false,
  })
  addCalls(app, { calls, config, deps, pipeline, known, own, pages })
  const wait = (ip: string) => pipeline.greet({}, ip)
  servePictures(app, db, wait)
  serveArchives(app, { db, wall: deps.wall, wait })
  serveReference(app, () => openApi([...calls, { contract: liveEvents }], config.demo))
  if (config.outbox && config.demo) serveOutbox(app, db, config.secrets)
  app.setErrorHandler((error, _request, reply) => sendEnvelope(reply, envelopeOf(error, app.log)))
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request.url)) return reply.code(200).send(refusalEnvelope(new Refusal('request.not_found', {})))
    return reply.code(404).type('text/plain').send('Not found.')
  })
  if (config.webDir) await serveWeb(app, config.webDir, webPages)
  return app
}

/** Unknown paths share a name. */
function measureCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const call = isApi(request.url) ? `${request.method} ${request.routeOptions.url ?? 'unknown'}` : 'page'
    callSeconds.observe({ call, code: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

const companyOf = (app: FastifyInstance, { db, clock, config }: HttpParts): CallDeps => ({
  db,
  clock,
  wall: config.wall ?? wallClock,
  secrets: config.secrets,
  limits: config.limits === 'none' ? undefined : (config.limits ?? limitsFor(config.demo)),
  memory: config.memory === 'none' ? undefined : (config.memory ?? cacheTimes),
  strict: config.strict ?? false,
  log: app.log,
})

/** Blocked addresses reach only calls that return coins. Runs before anything is stored or read. */
function refuseBlocked(app: FastifyInstance, { db, clock, calls, config }: HttpParts): void {
  const blocks = blockReader(db, (err) => app.log.error({ err }, 'who is blocked was not read'))
  const served = new Set(
    [...calls.map(({ contract }) => contract), liveEvents].flatMap((contract) =>
      isServedToBlocked(contract) ? [`${contract.method} /api${contract.path}`] : [],
    ),
  )
  const wall = config.wall ?? wallClock
  app.addHook('onRequest', (request, reply, goOn) => {
    const [path = ''] = request.url.split('?')
    if (!isApi(request.url) || request.method === 'OPTIONS' || served.has(`${request.method} ${path}`)) return goOn()
    void blocks.isBlocked(request.ip, clock.now(), wall.now()).then((isBlocked) => {
      if (isBlocked) sendEnvelope(reply, refusalEnvelope(new Refusal('request.address_blocked', {})))
      else goOn()
    })
  })
}

function letIn(app: FastifyInstance, turnstile: AdmissionControl, wall: Clock): void {
  app.addHook('onRequest', (request, reply, goOn) => {
    const token = request.headers[headers.userToken.toLowerCase()]
    const isIn = turnstile.enter(typeof token === 'string' ? token : undefined, wall.now(), goOn)
    if (!isIn) sendEnvelope(reply, refusalEnvelope(new Refusal('request.busy', {})))
  })
}

type CallParts = Pick<HttpParts, 'calls' | 'config'> & {
  readonly deps: CallDeps
  readonly pipeline: RequestPipeline
  readonly known: FastPath
  readonly own: OwnReads
  readonly pages: UserCache
}

function addCalls(app: FastifyInstance, { calls, config, deps, pipeline, known, own, pages }: CallParts): void {
  const answer = createAnswerer(deps, pipeline, pages)
  const greet = (contract: Contract) => (request: FastifyRequest, reply: FastifyReply, goOn: () => void) => {
    const seconds = pipeline.greet(contract, request.ip)
    if (seconds) sendEnvelope(reply, refusalEnvelope(new Refusal('request.too_often', { seconds: `${seconds}` })))
    else goOn()
  }
  const admit = (request: FastifyRequest) =>
    pipeline.enter(liveEvents, readRequest(request, `/api${liveEvents.path}`, config.origins ?? []))
  addLiveEvents(app, { ...deps, greet: greet(liveEvents), admit, everyMs: config.liveEveryMs })
  const origins = config.origins ?? []
  const uploads = {
    deps,
    pipeline,
    readRequest: (request: FastifyRequest, path: string) => readRequest(request, path, origins),
  }
  for (const implementation of calls) {
    const { method, path, multipart } = implementation.contract
    app.route({
      method,
      url: `/api${path}`,
      onRequest: greet(implementation.contract),
      ...(multipart ? uploadRoute(implementation.contract, uploads) : {}),
      handler: async (request, reply) => {
        const startedMs = performance.now()
        const wire = readRequest(request, `/api${path}`, config.origins ?? [])
        const { envelope, remembered, session, own: page } = await answer(implementation, wire)
        const { code, msg } = envelope
        // Logs the session's name, which grants no access, and the network instead of the address.
        const who = { session, from: networkOf(request.ip) }
        app.log.info({ call: `${method} ${path}`, code, msg, ms: Math.round(performance.now() - startedMs), ...who })
        if (!remembered) return sendEnvelope(reply, envelope)
        setHeaders(reply, remembered)
        known.keep(request, reply, implementation.contract, remembered)
        if (page) own.keep(request, reply, { implementation, input: page.input }, page.walletId)
        return sendRemembered(reply, remembered, wire)
      },
    })
  }
}

// Assumed: the specification has no code for a briefly unavailable server. HTTP 503 reports it, and clients treat it as no answer.
const statusOf = ({ msg }: Envelope): number => (msg === 'request.unavailable' ? 503 : 200)

/** Seconds, for errors that a retry may resolve. */
const retryAfter = ({ msg, params }: Envelope): string | undefined => {
  if (msg === 'request.too_often') return String(params?.seconds ?? 1)
  return msg === 'request.busy' || msg === 'request.unavailable' ? '2' : undefined
}

function setHeaders(reply: FastifyReply, { etag }: CachedResponse): void {
  if (etag) reply.header('cache-control', 'no-cache').header('etag', etag)
  else reply.header('cache-control', 'no-store')
  reply.type('application/json; charset=utf-8')
}

function sendRemembered(reply: FastifyReply, { body, etag }: CachedResponse, { header }: WireRequest) {
  if (etag && header('if-none-match') === etag) return reply.removeHeader('content-type').code(304).send()
  return reply.code(200).send(body())
}

function sendEnvelope(reply: FastifyReply, envelope: Envelope) {
  const after = retryAfter(envelope)
  if (after) reply.header('retry-after', after)
  return reply.code(statusOf(envelope)).header('cache-control', 'no-store').send(envelope)
}

/** Leaves bodies unparsed, because signatures cover the exact bytes and broken JSON must also get an envelope. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Only forms may be larger, because parsing text costs far more than receiving it.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    body.length > bodyLimit ? done(new Refusal('request.too_large', {})) : done(null, body),
  )
  readForms(app)
  app.addContentTypeParser('*', (_request, _payload, done) => done(new Refusal('request.malformed', {})))
}

function envelopeOf(error: unknown, log: FastifyBaseLogger): Envelope {
  if (error instanceof Refusal) return refusalEnvelope(error)
  if (error instanceof DbUnreachable) return unavailableEnvelope(log, 'before any call', error)
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusalEnvelope(new Refusal('request.too_large', {}))
  if (statusCode && statusCode >= 400 && statusCode < 500) return refusalEnvelope(new Refusal('request.malformed', {}))
  return bugEnvelope(log, 'before any call', error)
}

/** @throws request.blocked for another origin's page */
function readRequest(request: FastifyRequest, path: string, origins: readonly string[]): WireRequest {
  const { origin } = request.headers
  const url = origin ? URL.parse(origin) : null
  if (origin && url?.host !== request.headers.host && !origins.includes(origin)) fail('request.blocked')
  const at = request.url.indexOf('?')
  return {
    method: request.method,
    path,
    query: at < 0 ? '' : request.url.slice(at + 1),
    ...(isFormBody(request.body) ? request.body : { body: typeof request.body === 'string' ? request.body : '' }),
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return typeof value === 'string' && value !== '' ? value : undefined
    },
    ip: request.ip,
    origin: origin ?? `${request.protocol}://${request.host}`,
    userAgent: userAgentOf(request.headers['user-agent']),
  }
}
