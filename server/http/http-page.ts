import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { inlineScriptHashes } from '../files/inline-scripts.ts'

type WebPage = {
  readonly digest: string
  /** Body by encoding. */
  readonly bytes: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>>
  readonly scriptHashes: readonly string[]
}

/** Best first. */
const encodings = ['br', 'gzip'] as const

const digestOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64url')

export type WebPages = {
  /** Reloads the page if its file changed. */
  look(request: IncomingMessage): Promise<void>
  of(request: IncomingMessage): WebPage | undefined
}

async function readPage(path: string): Promise<WebPage> {
  const identity = await readFile(path)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return {
    digest: digestOf(identity),
    bytes: { identity, br, gzip: zipped },
    scriptHashes: inlineScriptHashes(identity.toString()),
  }
}

/** Changes when the file is overwritten or replaced. */
const markOf = async (path: string): Promise<string> => {
  const { ino, mtimeMs, size } = await stat(path)
  return [ino, mtimeMs, size].join(' ')
}

const pagePath = /^\/(?:index\.html)?(?:\?|$)/

/** Page and CSP hashes must match, so they load together. The previous page stays while a deployment replaces the file. */
export function createWebPages(path: string | undefined): WebPages {
  let last: { readonly mark: string; readonly page: Promise<WebPage | undefined> } | undefined
  let current: WebPage | undefined
  const given = new WeakMap<IncomingMessage, WebPage>()
  const read = async (from: string): Promise<WebPage | undefined> => {
    const mark = await markOf(from).catch(() => undefined)
    if (mark !== undefined && mark !== last?.mark) last = { mark, page: readPage(from).catch(() => undefined) }
    return last?.page
  }
  return {
    async look(request) {
      if (path === undefined || !pagePath.test(request.url ?? '')) return
      current = (await read(path)) ?? current
      if (current) given.set(request, current)
    },
    of: (request) => given.get(request) ?? current,
  }
}

/** The ETag also covers the policy, so a browser never combines a page with another page's policy. */
export function servePage(app: FastifyInstance, pages: WebPages): void {
  for (const url of ['/', '/index.html'])
    app.get(url, (request, reply) => {
      const page = pages.of(request.raw)
      if (!page) return reply.type('text/plain').send('The web app is not built yet: npm run build.')
      const policy = String(reply.raw.getHeader('content-security-policy'))
      const tag = `"${digestOf(page.digest + policy)}"`
      const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
      reply.headers({ 'cache-control': 'no-cache', vary, etag: tag })
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      const encoding = encodings.find((name) => request.headers['accept-encoding']?.includes(name))
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type('text/html; charset=utf-8').send(page.bytes[encoding ?? 'identity'])
    })
}
