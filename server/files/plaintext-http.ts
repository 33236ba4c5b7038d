import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/failure.ts'
import { isApi } from '../calls/api-path.ts'
import { refusalEnvelope } from '../http/http-call.ts'

/** The proxy's own value is last in the list. */
function isPlain({ headers }: FastifyRequest): boolean {
  const said = headers['x-forwarded-proto']
  return `${said ?? ''}`.split(',').at(-1)?.trim().toLowerCase() === 'http'
}

/** Redirects pages to HTTPS but refuses API calls. A redirected client would keep sending its tokens in plaintext unnoticed. */
export function refusePlaintextHttp(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isPlain(request)) return
    if (isApi(request.url)) return reply.code(200).send(refusalEnvelope(new Refusal('request.blocked', {})))
    const path = request.url.startsWith('/') ? request.url : '/'
    return reply.redirect(`https://${request.host}${path}`, 308)
  })
}
