import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/failure.ts'
import { isApi } from './api-path.ts'
import { refusalEnvelope } from './http-call.ts'

/** Whether the proxy in front says that a request reached it without TLS. Of several words the last one is the proxy's own. */
function isPlain({ headers }: FastifyRequest): boolean {
  const said = headers['x-forwarded-proto']
  return `${said ?? ''}`.split(',').at(-1)?.trim().toLowerCase() === 'http'
}

/**
 * Leads people who came without TLS to the same page with it, and refuses calls: a client that is redirected would go on sending its
 * tokens in the open, and nobody would notice.
 */
export function refusePlainLines(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isPlain(request)) return
    if (isApi(request.url)) return reply.code(200).send(refusalEnvelope(new Refusal('request.blocked', {})))
    const path = request.url.startsWith('/') ? request.url : '/'
    return reply.redirect(`https://${request.host}${path}`, 308)
  })
}
