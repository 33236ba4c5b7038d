import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { headers } from '#kit/wire/signing/headers.ts'
import { isApi } from '../calls/api-path.ts'

export type HeaderChoices = {
  readonly origins: readonly string[]
  /** CSP hashes of the page's inline scripts, `'sha256-…'`. */
  scriptHashes(request: IncomingMessage): readonly string[]
  /** Public nodes, which the app uses to verify our claims. */
  nodes(): readonly string[]
  frames(): readonly string[]
  readonly secure: boolean
}

const allowed = Object.values(headers).join(', ')

const hstsSeconds = 31_536_000

/** Headers of every answer, including early refusals. */
export const firstHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(secure ? { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` } : {}),
})

/** Must run before every hook that can answer. */
export function addFirstHeaders(app: FastifyInstance, secure: boolean): void {
  const lines = Object.entries(firstHeaders(secure))
  app.addHook('onRequest', (_request, reply, goOn) => {
    for (const [name, value] of lines) reply.raw.setHeader(name, value)
    goOn()
  })
}

/** Prevents embedding, shared windows and referrers. */
const apiHeaders = (resourcePolicy: string): Readonly<Record<string, string>> => ({
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': resourcePolicy,
})

export async function addHeaders(
  app: FastifyInstance,
  { origins, scriptHashes, frames, nodes, secure }: HeaderChoices,
): Promise<void> {
  const resourcePolicy = origins.length ? 'cross-origin' : 'same-origin'
  const apiEndpoints = Object.entries(apiHeaders(resourcePolicy))
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // argon2 needs WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", (request) => scriptHashes(request).join(' ')],
        // Components position popovers with inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Validated addresses cannot end a directive.
        connectSrc: ["'self'", ...origins, () => nodes().join(' ')],
        // Also applies to redirects in frames. Validated host names cannot end a directive.
        frameSrc: [
          () =>
            frames()
              .map((host) => `https://${host}`)
              .join(' ') || "'none'",
        ],
        // Only these workers need script URLs. Each policy can be created once and allows one address (features/proof/checks/check-apart.tsx,
        // features/updates/app-worker.tsx).
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
    // There is no shared memory to protect.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  let made: { readonly named: string; readonly lines: readonly (readonly [string, string])[] } | undefined
  const make = async (reply: FastifyReply, named: string): Promise<void> => {
    await reply.helmet()
    made = { named, lines: Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, `${value}`]) }
  }
  app.addHook('onRequest', (request, reply, goOn) => {
    if (isApi(request.url)) {
      for (const [name, value] of apiEndpoints) reply.raw.setHeader(name, value)
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
    // Lets other origins read the server time and retry delay.
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
