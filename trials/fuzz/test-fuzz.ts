import { answerCode, type FailureKey } from '#kit/failure.ts'
import { textsOf } from '#kit/text/catalogue.server.ts'
import { seededDice } from '#kit/text/random.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import type { TestApp } from '#server/test/test-app.ts'
import { type Caller, callersOf, type Standing } from './test-callers.ts'
import { type Route, routesOfReference } from './test-reference.ts'
import { makeRequest, type Sent } from './test-requests.ts'

/** Internal details that only a bug exposes. */
const trace = /\bat \S+ \(|node_modules|\/(server|features|kit|identity)\/[\w-]+\.ts|\.ts:\d+|Error:|SELECT |INSERT /

const catalogue = (): ReadonlySet<string> =>
  new Set([...textsOf('en').keys()].flatMap((id) => (id.startsWith('error.') ? [id.slice('error.'.length)] : [])))

const codes: ReadonlySet<unknown> = new Set(Object.values(answers))
const isEnvelope = ({ code, msg, params, data }: Record<string, unknown>): boolean =>
  codes.has(code) && typeof msg === 'string' && typeof params === 'object' && params !== null && data === null

export type Fuzzed = {
  readonly requests: number
  readonly faults: readonly string[]
  readonly answers: ReadonlyMap<Standing, ReadonlyMap<string, number>>
  readonly neverDone: readonly string[]
}

type Answer = {
  readonly statusCode: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

function faultOf(route: Route, sent: Sent, answer: Answer, keys: ReadonlySet<string>): string | undefined {
  const { statusCode, body } = answer
  if (statusCode !== 200) return `HTTP ${statusCode}`
  if (trace.test(body)) return 'tells of the inside'
  let envelope: { msg?: string; code?: number } & Record<string, unknown>
  try {
    envelope = JSON.parse(body)
  } catch {
    return 'is not JSON'
  }
  const { msg = '', code } = envelope
  if (msg === 'request.internal') return 'is a bug'
  if (code !== 0 && answerCode(msg as FailureKey) !== code) return `${code} is not the code of '${msg}'`
  if (code !== 0 && !keys.has(msg)) return `'${msg}' is no refusal`
  // A changed path or method may match another call, so any envelope is valid.
  if (!sent.isWhole) return code === 0 || isEnvelope(envelope) ? undefined : 'is no envelope'
  return route.misfit(statusCode, envelope)
}

const alive: readonly Standing[] = ['signed in', 'confirmed', 'frozen', 'suspended']

/** Sends malformed requests across routes and caller kinds. Repeatable per seed. */
export async function fuzz(app: TestApp, count: number, seed: number, tell?: (done: number) => void): Promise<Fuzzed> {
  const dice = seededDice(seed)
  const keys = catalogue()
  const routes = routesOfReference()
  const callers = [...(await callersOf(app))]
  const faults: string[] = []
  const counts = new Map(callers.map(([standing]) => [standing, new Map<string, number>()]))
  const done = new Set<string>()
  for (let number = 0; number < count; number += 1) {
    const route = routes[number % routes.length] as Route
    const [standing, caller] = callers[Math.floor(number / routes.length) % callers.length] as [Standing, Caller]
    // Excludes open streams and sign-out, which would block or end the run.
    const isLasting = route.path === '/events' || route.path === '/login/out'
    const sent = await makeRequest(
      route,
      isLasting && alive.includes(standing) ? { ...caller.line, session: undefined } : caller.line,
      dice,
    )
    const { method, url, headers, body } = sent
    const payload = method === 'GET' ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }
    const answer = await app.app.inject({ method: method as 'GET', url, headers, ...payload })
    const fault = faultOf(route, sent, answer, keys)
    if (fault)
      faults.push(
        `${number} ${standing}: ${method} ${url.slice(0, 200)} ${String(body).slice(0, 300)} → ${fault}: ${answer.body.slice(0, 300)}`,
      )
    const { msg = '', code = 0 } = fault ? {} : (JSON.parse(answer.body) as { msg: string; code: number })
    const given = counts.get(standing)
    given?.set(msg, (given.get(msg) ?? 0) + 1)
    if (code === 0 && sent.isWhole) done.add(`${route.method} ${route.path}`)
    if (code === 401 && alive.includes(standing)) await caller.renew()
    tell?.(number + 1)
  }
  const neverDone = routes.map(({ method, path }) => `${method} ${path}`).filter((name) => !done.has(name))
  return { requests: count, faults, answers: counts, neverDone }
}
