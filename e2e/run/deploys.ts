import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appFacts, appWorker } from '#scripts/build/app-worker.ts'
import { withIntegrity } from '#scripts/build/page.ts'
import { inlineScriptHashes } from '#server/files/inline-scripts.ts'

const built = fileURLToPath(new URL('../../dist/web', import.meta.url))
const isText = /\.(?:js|css|html|json|webmanifest)$/
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** Copies the build with other file names and the same content. @returns the copy's folder */
export function anotherBuild(): string {
  const out = mkdtempSync(join(tmpdir(), 'glasshouse-build-'))
  cpSync(built, out, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
  const names = readdirSync(join(out, 'assets')).flatMap((name) => /^(.*-)([\w-]{8})(?=\.|$)/.exec(name) ?? [])
  const renamed = new Map<string, string>()
  for (let at = 0; at < names.length; at += 3)
    renamed.set(names[at] ?? '', `${names[at + 1]}${[...(names[at + 2] ?? '')].reverse().join('').replace(/^./, 'Z')}`)
  const any = new RegExp([...renamed.keys()].sort((one, other) => other.length - one.length).join('|'), 'g')
  const anew = (text: string): string => text.replace(any, (name) => renamed.get(name) ?? name)
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && isText.test(entry.name)) writeFileSync(path, anew(readFileSync(path, 'utf8')))
  }
  for (const name of readdirSync(join(out, 'assets')))
    renameSync(join(out, 'assets', name), join(out, 'assets', anew(name)))
  const page = readFileSync(join(out, 'index.html'), 'utf8').replace(/ integrity="[^"]*"/g, '')
  writeFileSync(join(out, 'index.html'), withIntegrity(page, out))
  const texts = readdirSync(join(out, 'assets')).find((name) => name.startsWith('texts-'))
  writeFileSync(join(out, 'app-worker.js'), appWorker(appFacts(out, `/assets/${texts}/`)))
  return out
}

export type Deployed = {
  readonly address: string
  deploy(folder: string): void
  end(): void
}

export async function deployed(product: string): Promise<Deployed> {
  let folder = built
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', product)
    if (pathname.startsWith('/api/')) {
      const passed = request(`${product}${asked.url}`, { method: asked.method, headers: asked.headers }, (came) => {
        answer.writeHead(came.statusCode ?? 500, came.headers)
        came.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      answer.on('close', () => passed.destroy())
      asked.pipe(passed)
      return
    }
    const path = join(folder, pathname === '/' ? 'index.html' : pathname)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return answer.writeHead(404).end('Not found.')
    const bytes = readFileSync(path)
    const hashes = pathname === '/' ? inlineScriptHashes(bytes.toString()) : []
    answer.setHeader('content-security-policy', `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')};`)
    answer.setHeader(
      'cache-control',
      pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    return answer.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const folders: string[] = []
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (next) => {
      folders.push(next)
      folder = next
    },
    end: () => {
      server.close()
      server.closeAllConnections()
      for (const each of folders) rmSync(each, { recursive: true })
    },
  }
}
