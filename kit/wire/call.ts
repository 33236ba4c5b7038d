import { Unreadable } from '#kit/amount/exact.ts'
import { randomText, randomUuid } from '#kit/text/random.ts'
import type { Clock } from '#kit/time/clock.ts'
import { hourMs } from '#kit/time/clock.ts'
import { readAnswer, readEnvelope } from './answer.ts'
import { CallFailure, unreadable, unreadableKey } from './call-failure.ts'
import type { CallInputOf, Contract, OutputOf } from './contract.ts'
import { fetchRequestToken } from './contracts/app.contract.ts'
import { signedForm } from './form.ts'
import { toWire } from './names.ts'
import { actDigest } from './signing/act.ts'
import { answers, type Envelope } from './signing/envelope.ts'
import { appKey, headers as names, source } from './signing/headers.ts'
import { signFields } from './signing/sign.ts'
import { type SessionKey, xAuthHeader } from './signing/x-auth.ts'
import type { StorageName } from './storage-keys.ts'
import { type Within, withinMinute } from './within.ts'

/** Reacts as spec point 7 requires. */
const requestTokenAgeMs = hourMs
const requestTokenRetryMs = 500
const endpointsTried = 4
/** Smaller clock differences are ignored. */
const skewIgnoredMs = 30_000

export type Kept = {
  get(name: StorageName): Promise<string | undefined>
  set(name: StorageName, value: string): Promise<void>
  remove(name: StorageName): Promise<void>
}
/** The key signs and cannot be exported. */
export type WireSession = { readonly userToken: string; readonly sessionId: string; readonly key: SessionKey }
export type ClientPorts = {
  /** API host; empty for the page's own origin. */
  host(): string
  /** Switches to another host after this one failed. @returns whether `host` is now different */
  leave?(host: string): Promise<boolean>
  language(): string
  readonly clock: Clock
  readonly kept: Kept
  session(): WireSession | undefined
  /** Confirms the act with a passkey, if the holder chose passkeys. @throws CallFailure */
  confirm?(act: () => string): Promise<void>
  /** Required by spec point 7. */
  readonly on: {
    refused(failure: CallFailure): void
    unreachable(failure: CallFailure): void
    signInAgain(failure: CallFailure): void
    goHome(failure: CallFailure): void
    slow?(isSlow: boolean): void
  }
  fetch(url: string, init: RequestInit): Promise<Response>
  wait(ms: number): Promise<void>
}
export type CallOptions = {
  /** If set, the client shows no message, because the screen shows the refusal. */
  readonly quiet?: boolean
  /** The same for all attempts. */
  readonly idempotencyKey?: string
} & Within
export type Call = <C extends Contract>(
  contract: C,
  input: CallInputOf<C>,
  options?: CallOptions,
) => Promise<OutputOf<C>>
/** Opens a stream without messages or navigation. @throws CallFailure with the server's refusal, or 'network' */
export type OpenStream = (contract: Contract, lastEventId: string, signal: AbortSignal) => Promise<ReadableStream>
export type Client = { readonly call: Call; readonly openStream: OpenStream }

/** Failures without a message: the client recovers, or the login page is enough. */
const silent = new Set(['req_token_error', 'req_token', 'token_03'])

type Fields = Record<string, unknown>

const queryOf = (fields: Fields): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return query.toString()
}

const digestOf = ({ method, path, input: schema, wire }: Contract, input: Fields, key: string): string =>
  actDigest({ method, path, key, fields: toWire(schema, input, wire) as Fields })

/** Repeating is harmless: reads change nothing, and session writes have an idempotency key. */
const mayRepeat = ({ method, access }: Contract): boolean => method === 'GET' || access !== 'open'

/** @throws CallFailure `unreadable`; `network` for a write, because its outcome is unknown */
function toInternal<C extends Contract>(contract: C, data: unknown): OutputOf<C> {
  try {
    return readAnswer(contract, data)
  } catch (cause) {
    if (cause instanceof Unreadable) throw unreadable(contract)
    throw cause
  }
}

export function createClient(ports: ClientPorts): Client {
  const transport = createTransport(ports)
  const requestToken = createRequestToken(ports, transport)
  const stalled = new Set<string>()

  async function once(contract: Contract, input: Fields, options: CallOptions): Promise<Envelope> {
    const headers: Record<string, string> = {}
    if (!contract.withoutRequestToken) headers[names.requestToken] = await requestToken.current()
    if (contract.access === 'money') headers[names.walletToken] = (await ports.kept.get('walletToken')) ?? ''
    if (options.idempotencyKey) headers[names.idempotencyKey] = options.idempotencyKey
    return transport.send(contract, input, headers, options.signal)
  }

  async function withFreshToken(contract: Contract, input: Fields, options: CallOptions): Promise<Envelope> {
    const envelope = await once(contract, input, options)
    if (envelope.code !== answers.refused || !envelope.msg.startsWith('req_token')) return envelope
    await requestToken.clear()
    await ports.wait(requestTokenRetryMs)
    return once(contract, input, options)
  }

  /**
   * Retries on another endpoint if one does not answer. A write keeps its idempotency key, so it happens once. Calls without a key (signing
   * in, creating) are not retried.
   */
  async function onSomeEndpoint(contract: Contract, input: Fields, options: CallOptions): Promise<Envelope> {
    for (let attempts = 1; ; attempts += 1) {
      const host = ports.host()
      try {
        return await withFreshToken(contract, input, options)
      } catch (cause) {
        if (!(cause instanceof CallFailure && cause.code === 'network')) throw cause
        if (options.signal?.aborted) {
          void ports.leave?.(host)
          throw cause
        }
        const isElsewhere = attempts < endpointsTried && (await ports.leave?.(host))
        if (!isElsewhere || !mayRepeat(contract)) throw cause
      }
    }
  }

  /** Spec point 7. */
  async function react(failure: CallFailure, quiet: boolean, asked: WireSession | undefined): Promise<void> {
    const { code, key } = failure
    if (code === answers.stalled) {
      // The spec leaves the call pending. Show each reason once.
      if (!stalled.has(key)) ports.on.refused(failure)
      stalled.add(key)
      await new Promise<never>(() => {})
    }
    // Ignore refusals from a replaced session.
    const isOfNow = asked?.sessionId === ports.session()?.sessionId
    if (code === answers.signInAgain && isOfNow) ports.on.signInAgain(failure)
    if (code === answers.goHome || code === answers.maintenance) ports.on.goHome(failure)
    if (code === answers.refused && !quiet && !silent.has(key)) ports.on.refused(failure)
    if (key === unreadableKey && !quiet) ports.on.refused(failure)
    else if (code === 'network' && !quiet) ports.on.unreachable(failure)
  }

  const call = async <C extends Contract>(contract: C, input: CallInputOf<C>, options: CallOptions = {}) => {
    const key = contract.method === 'POST' ? { idempotencyKey: options.idempotencyKey ?? randomUuid() } : {}
    const asked = ports.session()
    try {
      if (contract.orPasskey) await ports.confirm?.(() => digestOf(contract, input as Fields, key.idempotencyKey ?? ''))
      const onSlow = options.onSlow ?? (contract.method === 'POST' ? ports.on.slow : undefined)
      const envelope = await withinMinute({ ...options, onSlow }, (signal) =>
        onSomeEndpoint(contract, input as Fields, { ...options, ...key, signal }),
      )
      if (envelope.code !== answers.success) throw new CallFailure(envelope.code, envelope.msg, envelope.params)
      return toInternal(contract, envelope.data)
    } catch (cause) {
      if (cause instanceof CallFailure) await react(cause, options.quiet ?? false, asked)
      throw cause
    }
  }

  const openStream: OpenStream = async (contract, lastEventId, signal) => {
    const headers = { [names.requestToken]: await requestToken.current(), [names.lastEventId]: lastEventId }
    const answer = await transport.open(contract, headers, signal)
    if (answer instanceof ReadableStream) return answer
    if (answer.msg.startsWith('req_token')) await requestToken.clear()
    throw new CallFailure(answer.code, answer.msg, answer.params)
  }
  return { call, openStream }
}
export const createCall = (ports: ClientPorts): Call => createClient(ports).call

type Transport = {
  send(contract: Contract, input: Fields, headers: Record<string, string>, signal?: AbortSignal): Promise<Envelope>
  open(contract: Contract, headers: Record<string, string>, signal: AbortSignal): Promise<ReadableStream | Envelope>
  now(): Date
}

function bodyOf(contract: Contract, fields: Fields) {
  if (contract.multipart) return signedForm(fields)
  return { body: JSON.stringify({ ...fields, sign: signFields(fields) }), type: 'application/json' }
}

function createTransport(ports: ClientPorts): Transport {
  /** Server clock minus device clock. */
  let skewMs = 0
  const now = () => new Date(ports.clock.now().getTime() + skewMs)

  async function answer(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Envelope> {
    try {
      const response = await ports.fetch(url, signal ? { ...init, signal } : init)
      const off = Date.parse(response.headers.get('date') ?? '') - ports.clock.now().getTime()
      if (Number.isFinite(off)) skewMs = Math.abs(off) > skewIgnoredMs ? off : 0
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return readEnvelope(await response.json())
    } catch {
      if (signal?.aborted) throw signal.reason
      throw new CallFailure('network', 'network')
    }
  }

  async function prepare(contract: Contract, input: Fields, extra: Record<string, string>) {
    const { method } = contract
    const timestamp = Math.floor(now().getTime() / 1000)
    const fields: Fields = {
      lang: ports.language(),
      source,
      timestamp,
      ...(toWire(contract.input, input, contract.wire) as Fields),
    }
    const path = `/api${contract.path}`
    const query = method === 'GET' ? queryOf(fields) : ''
    const { body, type } = method === 'POST' ? bodyOf(contract, fields) : { body: '', type: '' }
    const appType = contract.appType ?? source
    const headers: Record<string, string> = { ...extra, [names.language]: ports.language(), [names.appType]: appType }
    if (body) headers['Content-Type'] = type
    const session = ports.session()
    if (session) {
      const { sessionId, userToken, key } = session
      const request = { method, path, query, body, timeMs: now().getTime(), nonce: randomText(16), sessionId }
      headers[names.userToken] = userToken
      headers[names.sessionSignature] = await xAuthHeader(key, request)
    }
    const url = `${ports.host()}${path}${query ? `?${query}` : ''}`
    return { url, init: { method, headers, ...(body ? { body } : {}) } }
  }

  return {
    now,
    async send(contract, input, extra, signal) {
      const { url, init } = await prepare(contract, input, extra)
      return answer(url, init, signal)
    },
    async open(contract, extra, signal) {
      const { url, init } = await prepare(contract, {}, extra)
      try {
        const response = await ports.fetch(url, { ...init, signal })
        if (!response.ok) throw new Error(`HTTP ${response.status}`)
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
        return isStream && response.body ? response.body : readEnvelope(await response.json())
      } catch (cause) {
        if (signal.aborted) throw cause
        throw new CallFailure('network', 'network')
      }
    },
  }
}

/** Renewed hourly, with one fetch for all waiting calls. */
function createRequestToken(ports: ClientPorts, transport: Transport) {
  let fetching: Promise<string> | undefined

  async function fetchToken(): Promise<string> {
    const { code, msg, params, data } = await withinMinute({}, (signal) =>
      transport.send(fetchRequestToken, { appKey }, {}, signal),
    )
    if (code !== answers.success) throw new CallFailure(code, msg, params)
    const { requestToken } = toInternal(fetchRequestToken, data)
    await ports.kept.set('requestToken', requestToken)
    await ports.kept.set('requestTokenAt', String(transport.now().getTime()))
    return requestToken
  }

  return {
    async current(): Promise<string> {
      const [token, at] = await Promise.all([ports.kept.get('requestToken'), ports.kept.get('requestTokenAt')])
      if (token && transport.now().getTime() - Number(at) < requestTokenAgeMs) return token
      fetching ??= fetchToken().finally(() => {
        fetching = undefined
      })
      return fetching
    },
    async clear(): Promise<void> {
      await ports.kept.remove('requestToken')
      await ports.kept.remove('requestTokenAt')
    },
  }
}
