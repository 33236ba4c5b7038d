import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail, Refusal } from '#kit/failure.ts'
import { refusalEnvelope } from './http-call.ts'
import { firstHeaders } from './http-headers.ts'

/** Delay before closing, because closing immediately would lose the answer. */
const lingerMs = 1_000

type Key = 'request.malformed' | 'request.too_large'
const envelopeText = (key: Key): string => JSON.stringify(refusalEnvelope(new Refusal(key, {})))
const headers = (text: string) => ({
  ...firstHeaders(false),
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(text)),
  'cache-control': 'no-store',
  connection: 'close',
})

/** No request exists, so the envelope is written by hand. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const text = envelopeText(error.code === 'HPE_HEADER_OVERFLOW' ? 'request.too_large' : 'request.malformed')
  const top = Object.entries(headers(text)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.resume()
  socket.end(`HTTP/1.1 200 OK\r\n${top.join('')}\r\n${text}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const text = envelopeText('request.malformed')
  response.writeHead(200, headers(text)).end(text)
}

/** @throws request.malformed without exactly one host */
function refuseHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts !== 1 && !(hosts === 0 && raw.httpVersion === '1.0')) fail('request.malformed')
}

export function answerParseError(app: FastifyInstance): void {
  app.server.on('checkExpectation', answerExpectation)
  app.addHook('onRequest', (request, _reply, goOn) => {
    refuseHost(request)
    goOn()
  })
}
