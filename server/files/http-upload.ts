import { Transform } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadBytesMax } from '#identity/pictures/picture-terms.ts'
import { callerOf } from '#kit/caller.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { appKey, headers } from '#kit/wire/signing/headers.ts'
import { isDisputing } from '#otc/disputes.store.ts'
import type { CallDeps, RequestPipeline } from '../http/http-call.ts'
import type { Form, WireRequest } from '../http/http-params.ts'
import { checkSession, sessionGuard } from '../limits/http-guards.ts'
import { checkRequestToken } from '../limits/request-token.ts'
import { createUploadPlaces, type UploadPlaces, type UploadPool } from './upload-places.ts'

/** The largest file plus texts and boundaries. */
const formBytesMax = uploadBytesMax + 64 * 1024
const sweepEveryMs = 1_000
const limits = {
  files: 1,
  fields: 12,
  parts: 13,
  fieldNameSize: 40,
  fieldSize: 2_000,
  fileSize: uploadBytesMax,
  headerPairs: 8,
  headerSize: 2_000,
}

type FormBody = { readonly body: Uint8Array; readonly form: Form }
export const isFormBody = (body: unknown): body is FormBody =>
  typeof body === 'object' && body !== null && 'form' in body

/**
 * Parses in memory and ignores file names. @throws upload.illegal if broken, with parts other than texts and one `file`, or duplicate names
 * · upload.too_large
 */
export async function readForm(type: string, body: Uint8Array): Promise<Form> {
  const texts = new Map<string, string>()
  let file: Uint8Array | undefined
  const reading = new Promise<void>((done, failed) => {
    const illegal = () => failed(new Refusal('upload.illegal', {}))
    const parser = new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits })
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || texts.has(name)) illegal()
      texts.set(name, value)
    })
    parser.on('file', (name, stream) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('limit', () => failed(new Refusal('upload.too_large', {})))
      stream.on('error', illegal)
      stream.on('end', () => {
        if (name !== 'file' || file) illegal()
        file = Buffer.concat(parts)
      })
    })
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit', 'error'] as const) parser.on(event, illegal)
    parser.on('finish', done)
    parser.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  })
  await reading.catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('upload.illegal', {})
  })
  if (file && texts.has('file')) fail('upload.illegal')
  return { texts: Object.fromEntries(texts), file }
}

type Readers = {
  readonly deps: CallDeps
  readonly pipeline: Pick<RequestPipeline, 'count'>
  readonly readRequest: (request: FastifyRequest, path: string) => WireRequest
}

/** @throws request.busy */
function receive(places: UploadPlaces, { raw: incoming }: FastifyRequest, reply: FastifyReply, who: UploadOf) {
  // A closed connection fires no close event, so its slot would never be released.
  if (reply.raw.closed) fail('request.busy')
  const busy = () => {
    void reply.header('connection', 'close')
    reply.raw.once('finish', () => incoming.destroy())
    return new Refusal('request.busy', {})
  }
  const form = places.begin({ ...who, cut: () => body.destroy(busy()) })
  const sweeping = setInterval(places.sweep, sweepEveryMs)
  reply.raw.once('close', () => {
    clearInterval(sweeping)
    form.end()
  })
  const body = new Transform({
    transform: (chunk: Buffer, _encoding, done) => (form.receive(chunk.length) ? done(null, chunk) : done(busy())),
    flush: (done) => {
      form.complete()
      done()
    },
  })
  // Without a listener an early abort would crash the process.
  body.on('error', () => incoming.unpipe(body))
  return { start: () => (body.destroyed ? fail('request.busy') : incoming.pipe(body)) }
}
type UploadOf = { readonly address: string; readonly walletId: string; readonly pool: UploadPool }

/** Accepts no bytes until the caller is signed in and counted. */
export function uploadRoute(contract: Contract, { deps, pipeline, readRequest }: Readers) {
  const places = createUploadPlaces(deps.wall)
  const guard = sessionGuard(deps.db)
  return {
    bodyLimit: formBytesMax,
    config: { takesForm: true },
    preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
      const [wire, wall] = [readRequest(request, `/api${contract.path}`), deps.wall.now()]
      const binding = { key: deps.secrets.requestTokenKey, appKey, userAgent: wire.userAgent }
      checkRequestToken(wire.header(headers.requestToken), binding, wall)
      const { walletId } = await checkSession(guard, contract, wire, wall)
      const pool = (await isDisputing(deps.db, walletId)) ? 'dispute' : 'any'
      const received = receive(places, request, reply, { address: callerOf(request.ip), walletId, pool })
      await pipeline.count(contract, request.ip, wall, walletId)
      return received.start()
    },
  }
}

/** Parses forms, and refuses them on routes that take none. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!(request.routeOptions.config as { takesForm?: boolean }).takesForm) fail('request.malformed')
      const form = await readForm(request.headers['content-type'] ?? '', body)
      return { body, form } satisfies FormBody
    },
  )
}
