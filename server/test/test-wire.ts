import type { FastifyInstance } from 'fastify'
import type { WalletId } from '#kit/text/ids.ts'
import { randomText, randomUuid } from '#kit/text/random.ts'
import { readAnswer } from '#kit/wire/answer.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { fetchRequestToken } from '#kit/wire/contracts/app.contract.ts'
import { signedForm } from '#kit/wire/form.ts'
import { toWire } from '#kit/wire/names.ts'
import type { Envelope } from '#kit/wire/signing/envelope.ts'
import { appKey, headers, source } from '#kit/wire/signing/headers.ts'
import { signFields } from '#kit/wire/signing/sign.ts'
import { type SessionKey, xAuthHeader } from '#kit/wire/signing/x-auth.ts'

export type Bent = {
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Changes wire parameters before signing. undefined removes a parameter. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly afterSign?: Readonly<Record<string, unknown>>
  readonly body?: string | Uint8Array
}
export type Answer = {
  readonly status: number
  readonly envelope: Envelope
  readonly headers: Readonly<Record<string, unknown>>
}
export type Session = {
  readonly walletId: WalletId
  readonly token: string
  readonly sessionId: string
  readonly key: SessionKey
  readonly secret?: Uint8Array
}
export type Line = {
  readonly target: FastifyInstance | string
  readonly now: () => Date
  readonly userAgent: string
  readonly origin: string
  readonly deviceId: string
  requestToken: string | undefined
  session: Session | undefined
  walletToken: string | undefined
  headers?: Readonly<Record<string, string>>
}

/** An answer with an error, whose key is the envelope's `msg`. */
export class RefusedAnswer extends Error {
  readonly envelope: Envelope
  constructor(path: string, envelope: Envelope) {
    super(`${path} answered ${envelope.msg} ${JSON.stringify(envelope.params ?? {})}`)
    this.name = 'RefusedAnswer'
    this.envelope = envelope
  }
}

const dropUndefined = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

const textOf = (record: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

type Sent = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array
}

async function carry({ target, origin, ...line }: Line, { method, url, headers, body }: Sent): Promise<Answer> {
  const sent = { ...line.headers, ...headers }
  if (typeof target === 'string') {
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: sent,
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : new Uint8Array(body) } : {}),
    })
    const envelope = (await answer.json()) as Envelope
    return { status: answer.status, envelope, headers: Object.fromEntries(answer.headers) }
  }
  const host = new URL(origin).host
  const payload = method === 'POST' ? { payload: typeof body === 'string' ? body : Buffer.from(body) } : {}
  const answer = await target.inject({ method, url, headers: { host, ...sent }, ...payload })
  return { status: answer.statusCode, envelope: answer.json() as Envelope, headers: answer.headers }
}

export async function sendWire<C extends Contract>(
  line: Line,
  contract: C,
  input: CallInputOf<C>,
  bent: Bent = {},
): Promise<Answer> {
  if (!contract.withoutRequestToken)
    line.requestToken ??= (await callWire(line, fetchRequestToken, { appKey })).requestToken
  const { method } = contract
  const path = `/api${contract.path}`
  const named = toWire(contract.input, input, contract.wire) as Record<string, unknown>
  const timestamp = Math.floor(line.now().getTime() / 1000)
  const params = dropUndefined({ ...named, lang: 'en', source, timestamp, ...bent.params })
  const signed = method === 'POST' ? { ...params, sign: signFields(params), ...bent.afterSign } : params
  const query = method === 'GET' ? new URLSearchParams(textOf(signed)).toString() : ''
  const form = contract.multipart && bent.body === undefined ? signedForm(params) : undefined
  const body = method === 'POST' ? (bent.body ?? form?.body ?? JSON.stringify(dropUndefined(signed))) : ''
  const sent = {
    'user-agent': line.userAgent,
    origin: line.origin,
    ...(method === 'POST'
      ? { 'content-type': form?.type ?? 'application/json', [headers.idempotencyKey]: randomUuid() }
      : {}),
    [headers.requestToken]: line.requestToken,
    [headers.userToken]: line.session?.token,
    [headers.walletToken]: line.walletToken,
    [headers.sessionSignature]: method === 'POST' ? await signatureOf(line, path, body) : undefined,
    [headers.language]: 'en',
    [headers.appType]: 'web',
    ...bent.headers,
  }
  const url = query ? `${path}?${query}` : path
  const answer = await carry(line, { method, url, headers: dropUndefined(sent) as Record<string, string>, body })
  if (typeof line.target !== 'string') await refuseMisfit(contract, answer)
  return answer
}

async function refuseMisfit(contract: Contract, { status, envelope }: Answer): Promise<void> {
  const { misfitOf } = await import('../reference/test-reference.ts')
  const why = misfitOf(contract, status, envelope)
  if (why)
    throw new Error(`The answer of ${contract.path} does not fit the reference: ${why}: ${JSON.stringify(envelope)}`)
}

async function signatureOf(
  { session, now }: Line,
  path: string,
  body: string | Uint8Array,
): Promise<string | undefined> {
  if (!session) return undefined
  const { sessionId, key } = session
  const timeMs = now().getTime()
  return xAuthHeader(key, { method: 'POST', path, query: '', body, timeMs, nonce: randomText(16), sessionId })
}

/** Returns output with internal names. @throws RefusedAnswer */
export async function callWire<C extends Contract>(
  line: Line,
  contract: C,
  input: CallInputOf<C>,
  bent?: Bent,
): Promise<OutputOf<C>> {
  const { envelope } = await sendWire(line, contract, input, bent)
  if (envelope.code !== 0) throw new RefusedAnswer(contract.path, envelope)
  return readAnswer(contract, envelope.data)
}
