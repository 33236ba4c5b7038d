import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { archiveName, dayArchive } from '#features/proof/archive/day-files.server.ts'
import type { Db } from '#kit/store/db.ts'
import { type Clock, type Day, isDay } from '#kit/time/clock.ts'

/** Short, because a statement's reserves follow minutes later. */
const keptSeconds = 60
/** About 200 KB each. */
const rememberedMax = 4

type Archive = { readonly bytes: Buffer; readonly etag: string }
type ArchiveParts = {
  readonly db: Db
  /** The real clock. */
  readonly wall: Clock
  /** Applies the rate limit of calls. @returns 0, or the seconds to wait */
  wait(ip: string): number
}

function rememberedArchives({ db, wall }: ArchiveParts): (day: Day) => Promise<Archive | undefined> {
  const made = new LRUCache<Day, Promise<Archive | undefined>>({
    max: rememberedMax,
    ttl: keptSeconds * 1000,
    ttlResolution: 0,
    perf: { now: () => wall.now().getTime() },
  })
  const make = async (day: Day): Promise<Archive | undefined> => {
    const bytes = await dayArchive(db, day)
    return bytes && { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
  }
  return (day) => {
    const known = made.get(day)
    if (known) return known
    const archive = make(day)
    made.set(day, archive)
    // Missing and failed archives are retried.
    const forget = () => made.peek(day) === archive && made.delete(day)
    archive.then((found) => found ?? forget(), forget)
    return archive
  }
}

/** Serves a day's archive, such as /proof/2026-11-22.zip. */
export function serveArchives(app: FastifyInstance, parts: ArchiveParts): void {
  const archiveOf = rememberedArchives(parts)
  app.get<{ Params: { name: string } }>('/proof/:name', async (request, reply) => {
    const seconds = parts.wait(request.ip)
    if (seconds)
      return reply
        .code(429)
        .header('cache-control', 'no-store')
        .header('retry-after', seconds)
        .type('text/plain')
        .send('Too many requests.')
    const day = request.params.name.replace(/\.zip$/, '')
    const archive = request.params.name.endsWith('.zip') && isDay(day) ? await archiveOf(day) : undefined
    if (!archive || !isDay(day))
      return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.')
    reply.header('cache-control', `public, max-age=${keptSeconds}`).header('etag', archive.etag)
    if (request.headers['if-none-match'] === archive.etag) return reply.code(304).send()
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `attachment; filename="${archiveName(day)}.zip"`)
      .type('application/zip')
      .send(archive.bytes)
  })
}
