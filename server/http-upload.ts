import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadBytesMax } from '#identity/pictures/picture-terms.ts'
import { callerOf } from '#kit/caller.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { appKey, headers } from '#kit/wire/headers.ts'
import type { CallHouse } from './http-call.ts'
import { checkSession, sessionDoor } from './http-guards.ts'
import type { Form, WireRequest } from './http-params.ts'
import { checkRequestToken } from './request-token.ts'

/** Bytes of a form: the largest file, and room for texts and its own lines. */
const formBytesMax = uploadBytesMax + 64 * 1024
/** Forms received at once by one process, 5 MB each. One that comes slowly holds its place for a minute, so nobody takes all of them. */
const placesMax = { all: 8, address: 4, wallet: 2 }
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
 * Reads a form from its bytes, all in memory. What a file is called is not looked at.
 * @throws upload.illegal where it is broken, has more than the texts and one file named `file`, or a name twice · upload.too_large
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
  readonly house: CallHouse
  readonly readRequest: (request: FastifyRequest, path: string) => WireRequest
}

/** The places forms are received in, by who takes them. */
function createPlaces() {
  const taken = new Map<string, number>()
  const add = (name: string, one: 1 | -1) => {
    const count = (taken.get(name) ?? 0) + one
    if (count > 0) taken.set(name, count)
    else taken.delete(name)
  }
  return {
    /** Takes a place until the answer is over. @throws request.busy where none is left, or the caller is gone already */
    take({ raw }: FastifyReply, ip: string, walletId: string): void {
      const names = ['all', `address ${callerOf(ip)}`, `wallet ${walletId}`]
      const most = [placesMax.all, placesMax.address, placesMax.wallet]
      // What closed before is not heard closing again: its place would be taken for ever.
      if (raw.closed || names.some((name, nth) => (taken.get(name) ?? 0) >= (most[nth] ?? 0))) fail('request.busy')
      for (const name of names) add(name, 1)
      raw.once('close', () => {
        for (const name of names) add(name, -1)
      })
    },
  }
}

/** How a route takes a form: more bytes than others, and none of them before the caller is known to be signed in. */
export function uploadRoute(contract: Contract, { house, readRequest }: Readers) {
  const places = createPlaces()
  const guard = sessionDoor(house.db)
  return {
    bodyLimit: formBytesMax,
    config: { takesForm: true },
    preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
      const [wire, wall] = [readRequest(request, `/api${contract.path}`), house.wall.now()]
      const binding = { key: house.secrets.requestTokenKey, appKey, userAgent: wire.userAgent }
      checkRequestToken(wire.header(headers.requestToken), binding, wall)
      const { walletId } = await checkSession(guard, contract, wire, wall)
      places.take(reply, request.ip, walletId)
    },
  }
}

/** Lets the routes that take forms read them; anywhere else a form is malformed. */
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
