import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/failure.ts'
import { isApi } from '../calls/api-path.ts'
import { refusalEnvelope } from '../http/http-call.ts'

const defaultPorts: Readonly<Record<string, string>> = { 'https:': ':443', 'http:': ':80' }

function isHostOf(origin: string, host: string): boolean {
  const url = URL.parse(origin)
  if (!url) return false
  return [url.host, `${url.host}${url.port ? '' : (defaultPorts[url.protocol] ?? '')}`].includes(host.toLowerCase())
}

const isOwn = ({ host, headers }: FastifyRequest, origins: readonly string[]): boolean =>
  origins.some((each) => isHostOf(each, host ?? '')) &&
  (headers.origin === undefined || origins.includes(headers.origin))

/** Rejects requests to other hosts and calls from other origins. Prevents DNS rebinding and phishing pages that relay signatures. */
export function answerOwnHosts(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOwn(request, origins)) return
    if (isApi(request.url)) return reply.code(200).send(refusalEnvelope(new Refusal('request.blocked', {})))
    return reply.code(421).type('text/plain').send('This is not an address of ours.')
  })
}
