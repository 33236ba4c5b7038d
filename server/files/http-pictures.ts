import type { FastifyInstance } from 'fastify'
import { loadPicture } from '#identity/pictures/picture.store.ts'
import type { Db } from '#kit/store/db.ts'

const name = /^([0-9a-f]{64})\.webp$/
/** One day, because the holder may remove the picture. */
const keptSeconds = 86_400

/**
 * Serves pictures. Headers block scripts, our origin and framing. @param wait returns seconds to wait, because each picture needs a
 * database query
 */
export function servePictures(app: FastifyInstance, db: Db, wait: (ip: string) => number): void {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const seconds = wait(request.ip)
    if (seconds)
      return reply
        .code(429)
        .header('cache-control', 'no-store')
        .header('retry-after', seconds)
        .type('text/plain')
        .send('Too many requests.')
    const id = name.exec(request.params.name)?.[1]
    const bytes = id && (await loadPicture(db, 'avatar', id))
    reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline; filename="picture.webp"')
    if (!bytes) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.')
    reply.header('cache-control', `private, max-age=${keptSeconds}, immutable`)
    return reply.type('image/webp').send(Buffer.from(bytes))
  })
}
