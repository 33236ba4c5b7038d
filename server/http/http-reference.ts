import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { openApi } from '../reference/open-api.ts'

/** One line for each call and schema. */
function textOf(value: unknown, depth = 3): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const rows = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${textOf(inner, depth - 1)}`)
  return rows.length === 0 ? '{}' : `{\n${rows.join(',\n')}\n}`
}

/** Generated when the server starts to listen, so tests without a socket do not wait for it. */
export function serveReference(app: FastifyInstance, document: () => ReturnType<typeof openApi>): void {
  let bytes: { readonly plain: string; readonly zipped: Promise<Buffer> } | undefined
  const read = () => {
    if (bytes) return bytes
    const plain = textOf(document())
    bytes = { plain, zipped: promisify(gzip)(plain) }
    return bytes
  }
  app.addHook('onListen', async () => void read())
  app.get('/api/openapi.json', async (request, reply) => {
    const { plain, zipped } = read()
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!request.headers['accept-encoding']?.includes('gzip')) return plain
    return reply.header('content-encoding', 'gzip').send(await zipped)
  })
}
