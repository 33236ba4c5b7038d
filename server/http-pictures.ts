import type { FastifyInstance } from 'fastify'
import { loadPicture } from '#identity/pictures/picture.store.ts'
import type { Db } from '#kit/db.ts'

const name = /^([0-9a-f]{64})\.webp$/
/** How long a browser keeps a picture: its name says what is in it, but its holder may remove it. */
const keptSeconds = 86_400

/**
 * Serves avatars at an address of their own. Whatever a browser took one for, it would stand alone: without scripts, without our origin,
 * without a page around it.
 * @param wait the seconds an address has to wait, as before a call: each picture is a question to the database
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
