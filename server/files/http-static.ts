import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { servePage, type WebPages } from '../http/http-page.ts'

/** The page revalidates. Assets have hashed names and are cached. */
export async function serveWeb(app: FastifyInstance, webDir: string, pages: WebPages): Promise<void> {
  servePage(app, pages)
  if (!existsSync(webDir)) return
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.includes(`${join(webDir, 'assets')}`)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
