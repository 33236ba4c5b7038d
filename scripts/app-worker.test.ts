import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppFacts, appFacts, appWorker } from './app-worker.ts'
import { manifests } from './manifests.ts'

type Handler = (event: Record<string, unknown>) => void
type Shelf = Map<string, Map<string, string>>

/** What runs beside the page, on a device with these caches, against a server with these files. */
function device(facts: AppFacts, server: Record<string, string>, shelf: Shelf = new Map()) {
  const handlers = new Map<string, Handler>()
  const asked: string[] = []
  const shown: object[] = []
  const windows: string[] = []
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://app.example').pathname
  const cacheOf = (name: string) => {
    const rows = shelf.get(name) ?? new Map<string, string>()
    shelf.set(name, rows)
    return {
      keys: async () => [...rows.keys()].map((path) => ({ url: `https://app.example${path}` })),
      match: async (request: string) => {
        const text = rows.get(pathOf(request))
        return text === undefined ? undefined : new Response(text)
      },
      put: async (request: string, answer: Response) => void rows.set(pathOf(request), await answer.text()),
      delete: async (request: { url: string }) => rows.delete(pathOf(request)),
    }
  }
  const digests = { [facts.page]: '/' } as Record<string, string>
  for (const [path, digest] of Object.entries(facts.files)) digests[digest] = path
  const world = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    skipWaiting: () => asked.push('skipWaiting'),
    clients: {
      claim: () => asked.push('claim'),
      matchAll: async () =>
        windows.map((name) => ({
          navigate: async (address: string) => {
            asked.push(`${name} ${address}`)
            return { focus: async () => void asked.push(`${name} focus`) }
          },
        })),
      openWindow: async (address: string) => void asked.push(`new ${address}`),
    },
    registration: {
      showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
    },
    location: { origin: 'https://app.example' },
    URL,
    Set,
    Promise,
    Object,
    Array,
    Error,
    caches: {
      open: async (name: string) => cacheOf(name),
      keys: async () => [...shelf.keys()],
      delete: async (name: string) => shelf.delete(name),
    },
    fetch: async (request: string | { url: string }, init?: { integrity: string }) => {
      const path = pathOf(request)
      asked.push(path)
      const text = server[path]
      if (text === undefined) return new Response('', { status: 404 })
      // A server whose bytes are of another build than the digest says.
      if (init?.integrity && text.startsWith('other')) throw new TypeError('integrity')
      return new Response(text)
    },
  }
  runInNewContext(appWorker(facts), world)
  const fire = async (name: string, event: Record<string, unknown> = {}) => {
    const waits: unknown[] = []
    let answer: Promise<Response> | undefined
    handlers.get(name)?.({
      ...event,
      waitUntil: (work: unknown) => waits.push(work),
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
    })
    await answer
    await Promise.all(waits)
    return (await answer)?.text()
  }
  const get = (path: string, mode = 'cors', method = 'GET') =>
    fire('fetch', { request: { method, mode, url: new URL(path, 'https://app.example').href } })
  return { fire, get, asked, shelf, shown, windows }
}

const facts: AppFacts = {
  page: 'sha256-page1',
  files: { '/assets/main-AAAAAAAA.js': 'sha256-m', '/assets/Wallet-AAAAAAAA.js': 'sha256-w' },
  first: ['/assets/main-AAAAAAAA.js'],
  texts: '/assets/texts-AAAAAAAA/',
}
const server = {
  '/assets/texts-AAAAAAAA/en/core.json': 'words',
  '/': 'page',
  '/assets/main-AAAAAAAA.js': 'main',
  '/assets/Wallet-AAAAAAAA.js': 'wallet',
}

describe('what keeps the app on the device', () => {
  it('keeps the page and what it begins with, and a screen after its first use', async () => {
    const { fire, get, shelf, asked } = device(facts, server)
    await fire('install')
    await fire('activate')
    expect([...(shelf.get('files') ?? [])]).toEqual([['/assets/main-AAAAAAAA.js', 'main']])
    expect(await get('/', 'navigate')).toBe('page')
    expect(await get('/assets/Wallet-AAAAAAAA.js')).toBe('wallet')
    asked.length = 0
    expect(await get('/assets/Wallet-AAAAAAAA.js')).toBe('wallet')
    expect(asked).toEqual([])
  })

  it('lets every call, every write and every other page pass', async () => {
    const { fire, get, asked } = device(facts, server)
    await fire('install')
    asked.length = 0
    expect(await get('/api/wallet/assets')).toBeUndefined()
    expect(await get('/', 'navigate', 'POST')).toBeUndefined()
    expect(await get('https://line.example/assets/main-AAAAAAAA.js')).toBeUndefined()
    expect(await get('/api/openapi.json', 'navigate')).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('shows what the server tells, and leads to its screen, in the app that is open or a new one', async () => {
    const { fire, asked, shown, windows } = device(facts, server)
    const tell = (address: string) => {
      const told = { title: 'Coins have arrived', tag: 'arrived:1', address, lang: 'en', dir: 'ltr' }
      return fire('push', { data: { json: () => told } })
    }
    await tell('/pages/otc/order?id=7')
    await tell('https://elsewhere.example/')
    await tell('/pages/exchange/index?view=pair&pair=2')
    const icon = '/icon-192.png'
    const same = { title: 'Coins have arrived', tag: 'arrived:1', lang: 'en', dir: 'ltr', icon }
    expect(shown).toEqual([
      { ...same, data: '/pages/otc/order?id=7' },
      { ...same, data: '' },
      { ...same, data: '/pages/exchange/index?view=pair&pair=2' },
    ])
    const press = () => fire('notificationclick', { notification: { data: '/pages/my/security', close: () => {} } })
    await press()
    windows.push('first')
    await press()
    expect(asked).toEqual(['new /#/pages/my/security', 'first /#/pages/my/security', 'first focus'])
  })

  it('takes what the page had fetched before, of this build alone', async () => {
    const { fire, shelf } = device(facts, server)
    await fire('install')
    await fire('message', { data: { keep: ['/assets/Wallet-AAAAAAAA.js', '/api/wallet/assets', 'constructor'] } })
    expect([...(shelf.get('files')?.keys() ?? [])]).toEqual(Object.keys(facts.files))
  })

  it('loads of a newer build every screen it had, waits, and then forgets the old one', async () => {
    const old = device(facts, server)
    await old.fire('install')
    await old.get('/assets/Wallet-AAAAAAAA.js')
    await old.get('/assets/texts-AAAAAAAA/en/core.json')
    const files = {
      '/assets/main-BBBBBBBB.js': 'sha256-m2',
      '/assets/Wallet-BBBBBBBB.js': 'sha256-w2',
      '/assets/Team-BBBBBBBB.js': 'sha256-t2',
    }
    const texts = '/assets/texts-BBBBBBBB/'
    const newer = {
      '/': 'page 2',
      '/assets/texts-BBBBBBBB/en/core.json': 'words 2',
      '/assets/main-BBBBBBBB.js': 'main 2',
      '/assets/Wallet-BBBBBBBB.js': 'wallet 2',
    }
    const next = device({ page: 'sha256-page2', files, first: ['/assets/main-BBBBBBBB.js'], texts }, newer, old.shelf)
    await next.fire('install')
    expect(await old.get('/', 'navigate')).toBe('page')
    expect(next.asked).not.toContain('skipWaiting')
    await next.fire('message', { data: 'take over' })
    expect(next.asked).toContain('skipWaiting')
    await next.fire('activate')
    expect([...(next.shelf.get('files')?.values() ?? [])].sort()).toEqual(['main 2', 'wallet 2', 'words 2'])
    expect([...next.shelf.keys()].sort()).toEqual(['files', 'page sha256-page2'])
    expect(await next.get('/', 'navigate')).toBe('page 2')
  })

  it('is not loaded while the server has another build, and keeps none of its bytes', async () => {
    const { fire, shelf } = device(facts, { ...server, '/assets/main-AAAAAAAA.js': 'other' })
    await expect(fire('install')).rejects.toThrow('integrity')
    expect(shelf.get('files')?.size).toBe(0)
  })
})

describe('the facts of a build', () => {
  let out: string
  beforeEach(() => {
    out = mkdtempSync(join(tmpdir(), 'glasshouse-app-'))
    mkdirSync(join(out, 'assets', 'texts-AAAAAAAA', 'en'), { recursive: true })
    writeFileSync(join(out, 'index.html'), '<script src="/assets/main-AAAAAAAA.js"></script>')
    writeFileSync(join(out, 'assets', 'main-AAAAAAAA.js'), 'main')
    writeFileSync(join(out, 'assets', 'style-AAAAAAAA.css'), 'p{}')
    writeFileSync(join(out, 'assets', 'texts-AAAAAAAA', 'en', 'core.json'), '{}')
  })
  afterEach(() => rmSync(out, { recursive: true }))

  it('are the digests of its files, and which the page names', () => {
    const { files, first, page } = appFacts(out, '/assets/texts-AAAAAAAA/')
    expect(Object.keys(files)).toEqual(['/assets/main-AAAAAAAA.js', '/assets/style-AAAAAAAA.css'])
    // `printf main | openssl dgst -sha256 -binary | openssl base64`
    expect(files['/assets/main-AAAAAAAA.js']).toBe('sha256-DW5AeeNnA+vTfAByL1iR0osOKBHcEUsSkhUSOtzONgU=')
    expect(first).toEqual(['/assets/main-AAAAAAAA.js'])
    expect(page).toMatch(/^sha256-/)
  })
})

it('has a manifest for each language, one app under the name its reader knows', () => {
  const all = [...manifests()].map(([name, text]) => [name, JSON.parse(text)] as const)
  expect(all).toHaveLength(16)
  expect(new Set(all.map(([, { id }]) => id))).toEqual(new Set(['/']))
  const [, urdu] = all.find(([name]) => name === 'app-ur.webmanifest') ?? []
  expect([urdu.lang, urdu.dir, urdu.name]).toEqual(['ur', 'rtl', 'گلاس ہاؤس'])
  expect(urdu.shortcuts.map(({ url }: { url: string }) => url)).toContain('/#/pages/wallet/index')
})
