import type { FastifyBaseLogger } from 'fastify'
import * as v from 'valibot'
import { DbUnreachable } from '#engine/db-pool.store.ts'
import { createCounter } from '#identity/captcha/call-count.store.ts'
import { codeIn, withCode } from '#identity/passwords/second-factor.server.ts'
import type { FoundSession } from '#identity/sessions/session.store.ts'
import { refuseSuspended } from '#identity/wallet.store.ts'
import { callerOf, networkOf } from '#kit/caller.ts'
import { expect } from '#kit/expect.ts'
import { answerCode, fail, Refusal } from '#kit/failure.ts'
import { refusals } from '#kit/monitor/metrics.server.ts'
import type { Db } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomText, randomUuid } from '#kit/text/random.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Contract } from '#kit/wire/contract.ts'
import type { Implementation, OpenCall, SessionCall } from '#kit/wire/implement.api.ts'
import { fingerprintOf } from '#kit/wire/kept-answer.store.ts'
import { toWire } from '#kit/wire/names.ts'
import { mayAnswer } from '#kit/wire/refusals.ts'
import { actDigest } from '#kit/wire/signing/act.ts'
import { answers, type Envelope } from '#kit/wire/signing/envelope.ts'
import { appKey, headers } from '#kit/wire/signing/headers.ts'
import { type CachedResponse, type CacheTimes, createResponseCache } from '../cache/response-cache.ts'
import { aheadOf, isShared, markMoments, withMoments } from '../cache/shared-cache.ts'
import { pageName, type UserCache } from '../cache/user-cache.ts'
import type { AdmissionControl } from '../limits/admission-control.ts'
import { checkMoney, checkSession, checkXAuth, sessionGuard, spendNonce } from '../limits/http-guards.ts'
import { maintenanceReader } from '../limits/maintenance.server.ts'
import { createRateLimiter, type Limits } from '../limits/rate-limit.ts'
import { checkRequestToken } from '../limits/request-token.ts'
import { createUserSemaphore, type UserSemaphore } from '../limits/user-semaphore.ts'
import { createWorkBudget } from '../limits/work-budget.ts'
import { createGroups, RefusedWhole } from './http-groups.ts'
import { checkCommon, type Params, readInput, readParams, type WireRequest } from './http-params.ts'
import { describeBug } from './http-scrub.ts'

export type CallDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly wall: Clock
  readonly secrets: Secrets
  readonly limits: Limits | undefined
  /** Undefined disables caching. */
  readonly memory: CacheTimes | undefined
  /** True in tests, where undeclared answers and errors are bugs. */
  readonly strict: boolean
  readonly log: FastifyBaseLogger
}

export type Admitted = {
  readonly params: Params
  readonly wall: Date
  /** Undefined for open calls. */
  readonly session: FoundSession | undefined
}
export type RequestPipeline = {
  /** Limits by address before reading anything. @returns 0, or the seconds to wait */
  greet(contract: Pick<Contract, 'counted'>, ip: string): number
  /** @throws request.too_often */
  count(contract: Contract, ip: string, wall: Date, wallet?: string): Promise<void>
  /** @throws session errors of `enter`, and request.too_often */
  recognize(contract: Contract, caller: Pick<WireRequest, 'header' | 'ip'>, wall: Date): Promise<FoundSession>
  /** Runs every check before the input is read. */
  enter(contract: Contract, request: WireRequest): Promise<Admitted>
}

const fromOf = (ip: string) => ({ address: callerOf(ip), network: networkOf(ip) })

/** @throws request.too_often with the seconds to wait */
function refuseTooOften(seconds: number | undefined): void {
  if (seconds) fail('request.too_often', { seconds: `${seconds}` })
}

type PipelineDeps = Omit<CallDeps, 'strict' | 'log' | 'memory'> & Pick<AdmissionControl, 'note'>

export function createPipeline(deps: PipelineDeps): RequestPipeline {
  const addresses = deps.limits && createRateLimiter(deps.limits.address)
  const sessions = deps.limits && createRateLimiter(deps.limits.session)
  const writes = deps.limits?.writes && createRateLimiter(deps.limits.writes)
  const guarding = deps.limits?.guarding && createRateLimiter(deps.limits.guarding)
  const counter = deps.limits && createCounter(deps.db, deps.limits.times ?? 1)
  const maintenanceAt = maintenanceReader(deps.db)
  const guard = sessionGuard(deps.db)
  const count = async ({ counted }: Contract, ip: string, wall: Date, wallet?: string): Promise<void> => {
    if (counted) refuseTooOften(await counter?.count(counted, { ...fromOf(ip), wallet }, wall))
  }

  const recognize: RequestPipeline['recognize'] = async (contract, caller, wall) => {
    const session = await checkSession(guard, contract, caller, wall)
    deps.note(caller.header(headers.userToken) ?? '')
    refuseTooOften(sessions?.take(session.id, wall))
    // Calls that return or protect coins have a separate limit, which other writes cannot exhaust.
    const kind = contract.always ? guarding : writes
    if (contract.method !== 'GET') refuseTooOften(kind?.take(session.walletId, wall))
    // A form counts when it gets an upload slot, even if it never arrives.
    if (!contract.multipart) await count(contract, caller.ip, wall, session.walletId)
    return session
  }

  return {
    count,
    recognize,
    greet({ counted }, ip) {
      const wall = deps.wall.now()
      return addresses?.take(callerOf(ip), wall) || (counted && counter?.closedFor(counted, fromOf(ip), wall)) || 0
    },
    async enter(contract, request) {
      const wall = deps.wall.now()
      // Check before the body, because parsing costs more.
      const binding = { key: deps.secrets.requestTokenKey, appKey, userAgent: request.userAgent }
      if (!contract.withoutRequestToken) checkRequestToken(request.header(headers.requestToken), binding, wall)
      const params = readParams(request)
      checkCommon(params, contract.method, wall)
      const isServed = contract.always || contract.method === 'GET'
      const maintenance = isServed ? undefined : await maintenanceAt(deps.clock.now(), wall)
      if (maintenance) fail('request.maintenance', { until: maintenance.until.toISOString() })
      if (contract.access === 'open') {
        await count(contract, request.ip, wall)
        return { params, wall, session: undefined }
      }
      return { params, wall, session: await recognize(contract, request, wall) }
    },
  }
}

/** An envelope, with its text if cached. */
export type Answer = {
  readonly envelope: Envelope
  readonly remembered?: CachedResponse
  readonly session?: string | undefined
  /** Caller and input of a per-user page. */
  readonly own?: { readonly walletId: WalletId; readonly input: unknown }
}

/** Set as soon as known, so errors include the session too. */
type Caller = { session: string | undefined }

export function succeed(deps: Pick<CallDeps, 'strict'>, contract: Contract, data: unknown): Envelope {
  if (deps.strict) expect(v.is(contract.output, data), `the answer of ${contract.path} fits its contract`)
  return { code: answers.success, msg: 'success', data: toWire(contract.output, data, contract.wire) }
}

/** Answers calls and never throws. */
export function createAnswerer(deps: CallDeps, pipeline: RequestPipeline, pages: UserCache) {
  const memory = deps.memory && createResponseCache(deps.memory)
  const write = createGroups(deps.db)
  const inTurn = createUserSemaphore()
  const budget = deps.limits?.work && createWorkBudget(deps.limits.work, deps.limits.times)

  /** @throws request.too_often, request.busy */
  async function charge<T>({ path }: Contract, ip: string, work: () => Promise<T>): Promise<T> {
    const done = budget?.begin(path, callerOf(ip))
    const sinceMs = performance.now()
    try {
      return await work()
    } finally {
      done?.(performance.now() - sinceMs)
    }
  }

  async function runOwn(
    { contract, ...implementation }: Implementation,
    session: FoundSession,
    params: Params,
  ): Promise<Answer> {
    const { walletId } = session
    const input = readInput(contract, params)
    const look = implementation.look as NonNullable<Implementation['look']>
    const bytes = await pages.give(
      pageName(contract, walletId, input),
      () => look(input, { db: deps.db, now: deps.clock.now(), walletId }),
      (data) => JSON.stringify(succeed(deps, contract, data)),
    )
    const remembered = { text: '', etag: undefined, body: () => bytes, isOld: () => false }
    return { envelope: { code: answers.success, msg: 'success', data: null }, remembered, own: { walletId, input } }
  }

  async function run(implementation: Implementation, request: WireRequest, caller: Caller): Promise<Answer> {
    const { contract } = implementation
    const { params, wall, session } = await pipeline.enter(contract, request)
    caller.session = session?.id
    if (session && implementation.look) return runOwn(implementation, session, params)
    if (session) {
      const data = await runSigned(deps, implementation, request, { params, session, wall, write, inTurn })
      return { envelope: succeed(deps, contract, data) }
    }
    const input = readInput(contract, params)
    const make = async () => succeed(deps, contract, await runOpen(deps, implementation, request, input, wall))
    // Counted calls have separate limits.
    const isCharged = contract.method === 'GET' && !contract.counted
    const charged = <T>(work: () => Promise<T>) => (isCharged ? charge(contract, request.ip, work) : work())
    if (!memory || !isShared(contract)) return { envelope: await charged(make) }
    const name = `${contract.path} ${aheadOf(deps)} ${JSON.stringify(input)}`
    const remembering = () => memory(name, async () => markMoments(await make(), contract))
    const remembered = await (memory.isKnown(name) ? remembering() : charged(remembering))
    const given = withMoments(remembered, contract, deps)
    return { envelope: { code: answers.success, msg: 'success', data: null }, remembered: given }
  }

  return async (implementation: Implementation, request: WireRequest): Promise<Answer> => {
    const { contract } = implementation
    const name = `${contract.method} ${contract.path}`
    const caller: Caller = { session: undefined }
    try {
      return { ...(await run(implementation, request, caller)), ...caller }
    } catch (error) {
      if (error instanceof Refusal && (!deps.strict || mayAnswer(contract, error.key)))
        return { envelope: refusalEnvelope(error), ...caller }
      if (error instanceof DbUnreachable) return { envelope: unavailableEnvelope(deps.log, name, error) }
      const bug = bugEnvelope(deps.log, name, error)
      // Only tests may see the cause.
      const why = { ...bug.params, why: String((error as Error).stack) }
      return { envelope: deps.strict ? { ...bug, params: why } : bug }
    }
  }
}

export function refusalEnvelope(refusal: Refusal): Envelope {
  refusals.inc({ key: refusal.key })
  return { code: answerCode(refusal.key), msg: refusal.key, params: { ...refusal.params }, data: null }
}

export function unavailableEnvelope(log: FastifyBaseLogger, call: string, { cause }: DbUnreachable): Envelope {
  log.warn({ call, cause: describeBug(cause) }, 'the database cannot be reached')
  return refusalEnvelope(new Refusal('request.unavailable', {}))
}

/** Logs no input. Returns a log reference. */
export function bugEnvelope(log: FastifyBaseLogger, call: string, error: unknown): Envelope {
  refusals.inc({ key: 'request.internal' })
  const reference = randomText(6)
  log.error({ reference, call, ...describeBug(error) }, 'a bug')
  return { code: answers.refused, msg: 'request.internal', params: { reference }, data: null }
}

const baseOf = (deps: CallDeps, request: WireRequest, wall: Date) => ({
  db: deps.db,
  clock: deps.clock,
  now: deps.clock.now(),
  wall,
  secrets: deps.secrets,
  ip: request.ip,
  origin: request.origin,
  userAgent: request.userAgent,
})

function runOpen(
  deps: CallDeps,
  { transactional, run }: Implementation,
  request: WireRequest,
  input: unknown,
  wall: Date,
) {
  const open: OpenCall = { ...baseOf(deps, request, wall), requestId: request.method === 'GET' ? '' : randomUuid() }
  // Open calls have no wallet or session.
  const call = open as SessionCall
  return transactional ? deps.db.transaction((tx) => run(input, { ...call, tx })) : run(input, call)
}

type Signed = {
  readonly params: Params
  readonly session: FoundSession
  readonly wall: Date
  readonly write: ReturnType<typeof createGroups>
  readonly inTurn: UserSemaphore
}

async function runSigned(deps: CallDeps, implementation: Implementation, request: WireRequest, signed: Signed) {
  const { contract } = implementation
  const { session, wall, params, inTurn } = signed
  const nonce = contract.method === 'GET' ? undefined : checkXAuth(deps.secrets, session, request, wall)
  try {
    if (nonce && !contract.evenWhenStopped) refuseSuspended(session)
    const key = keyOf(request, contract.path, params)
    if (contract.access === 'money')
      checkMoney(contract, session, request, () => actDigest({ ...contract, key, fields: params }))
    const input = readInput(contract, params, request.form)
    const call = {
      ...baseOf(deps, request, wall),
      requestId: key ? `req:${session.walletId}:${key}` : '',
      walletId: session.walletId,
      sessionId: session.id,
    }
    if (!nonce) return await inTurn(session.walletId, () => implementation.run(input, call))
    const code = {
      walletId: session.walletId,
      share: 'inside',
      text: codeIn(contract.secondFactor, input),
      wall,
    } as const
    return await withCode(deps.db, code, async (givenCode) => {
      const made = { ...call, givenCode }
      if (implementation.transactional) {
        const { sealKey } = deps.secrets
        const fingerprint = fingerprintOf(contract.path, params)
        const kept = { walletId: session.walletId, key, fingerprint, at: wall, sealKey }
        const claim = contract.secretAnswer ? undefined : kept
        return signed.write({ implementation, input, call: made, session, nonce, claim })
      }
      await spendNonce(deps.db, session, nonce)
      return implementation.run(input, made)
    })
  } catch (error) {
    // A refused request changed nothing. Spend its nonce now to prevent a replay.
    if (nonce && error instanceof Refusal && !(error instanceof RefusedWhole))
      await spendNonce(deps.db, session, nonce).catch(() => undefined)
    throw error
  }
}

/** The caller's idempotency key, or else path and signature, which cover all fields and the time. */
function keyOf(request: WireRequest, path: string, params: Params): string {
  if (request.method === 'GET') return ''
  const named = request.header(headers.idempotencyKey)
  if (named === undefined) return `${path}:${params.sign}`
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(named))
    fail('field.format', { field: headers.idempotencyKey })
  return named.toLowerCase()
}
