import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { headers } from '#kit/wire/headers.ts'
import { isApi } from './api-path.ts'

export type HeaderChoices = {
  /** Other origins that may call: the lines of the app. */
  readonly origins: readonly string[]
  /** CSP hashes of the scripts inside the page this request gets, `'sha256-…'`. */
  scriptHashes(request: IncomingMessage): readonly string[]
  /** Nodes that anybody may ask, as they are known now: the app reads from a chain what we say of it. */
  nodes(): readonly string[]
  /** Hosts whose pages the app may show in a frame, as they are known now. */
  frames(): readonly string[]
  /** Told to the browser when the app is served over TLS. */
  readonly secure: boolean
}

const allowed = Object.values(headers).join(', ')

const hstsSeconds = 31_536_000

/** What is said with every answer, also where a request is turned away before anything else is known of it. */
export const firstHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(secure ? { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` } : {}),
})

/** Says it. Comes before every hook that may answer. */
export function addFirstHeaders(app: FastifyInstance, secure: boolean): void {
  const lines = Object.entries(firstHeaders(secure))
  app.addHook('onRequest', (_request, reply, goOn) => {
    for (const [name, value] of lines) reply.raw.setHeader(name, value)
    goOn()
  })
}

/** What an answer of the API says beside that: nobody embeds it, no window shares it, and no address is told on. It needs none of a page's rules. */
const apiHeaders = (resourcePolicy: string): Readonly<Record<string, string>> => ({
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': resourcePolicy,
})

/** Security headers on every answer, and CORS for the origins named. */
export async function addHeaders(
  app: FastifyInstance,
  { origins, scriptHashes, frames, nodes, secure }: HeaderChoices,
): Promise<void> {
  const resourcePolicy = origins.length ? 'cross-origin' : 'same-origin'
  const apiLines = Object.entries(apiHeaders(resourcePolicy))
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // wasm-unsafe-eval: argon2 in the browser is WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", (request) => scriptHashes(request).join(' ')],
        // Components place popovers by inline styles; scripts stay forbidden.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // The addresses are read strictly, and have no sign that ends a rule.
        connectSrc: ["'self'", ...origins, () => nodes().join(' ')],
        // Also where a page leads its frame on to. The names are checked when they are set, and have no sign that ends a rule.
        frameSrc: [
          () =>
            frames()
              .map((host) => `https://${host}`)
              .join(' ') || "'none'",
        ],
        // No text becomes markup or the address of a script: nothing in the app needs that but the thread that checks proofs and the
        // worker that keeps the app on the device. Each has a rule that may be made once and knows one address
        // (features/proof/check-apart.tsx, features/updates/app-worker.tsx).
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['proof-worker', 'app-worker'],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: hstsSeconds } : false,
    crossOriginResourcePolicy: { policy: resourcePolicy },
    // Lines of the app and its own popups only; there is no shared memory to protect.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  // The same for every answer, until the page is another or an operator names other hosts or nodes: made once, and then copied.
  let made: { readonly named: string; readonly lines: readonly (readonly [string, string])[] } | undefined
  const make = async (reply: FastifyReply, named: string): Promise<void> => {
    await reply.helmet()
    made = { named, lines: Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, `${value}`]) }
  }
  app.addHook('onRequest', (request, reply, goOn) => {
    if (isApi(request.url)) {
      for (const [name, value] of apiLines) reply.raw.setHeader(name, value)
      return goOn()
    }
    const named = [...scriptHashes(request.raw), ...frames(), ...nodes()].join(' ')
    if (made?.named !== named) return void make(reply, named).then(() => goOn(), goOn)
    for (const [name, value] of made.lines) reply.raw.setHeader(name, value)
    goOn()
  })
  if (!origins.length) return
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin
    if (!origin || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('vary', 'origin')
    // A page of another line reads the clock and when to come again.
    reply.header('access-control-expose-headers', 'Date, Retry-After')
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-headers', `content-type, ${allowed}`)
    await reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })
}
