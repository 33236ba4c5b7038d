import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inlineScriptHashes } from '#server/files/inline-scripts.ts'
import { type AppFacts, appFacts, appWorker } from './app-worker.ts'
import { manifests } from './manifests.ts'

type Handler = (event: Record<string, unknown>) => void
type Kept = { readonly text: string; readonly policy: string }
type Shelf = Map<string, Map<string, Kept>>

const answerOf = (text: string, policy: string): Response =>
  new Response(text, { headers: policy ? { 'content-security-policy': policy } : {} })
const policyOf = ({ scripts }: AppFacts): string => `script-src 'self' ${scripts.join(' ')};`

function device(
  facts: AppFacts,
  server: Record<string, string>,
  shelf: Shelf = new Map(),
  policy = { said: policyOf(facts) },
) {
  const handlers = new Map<string, Handler>()
  const asked: string[] = []
  const shown: object[] = []
  const windows: string[] = []
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://app.example').pathname
  const cacheOf = (name: string) => {
    const rows = shelf.get(name) ?? new Map<string, Kept>()
    shelf.set(name, rows)
    return {
      keys: async () => [...rows.keys()].map((path) => ({ url: `https://app.example${path}` })),
      match: async (request: string) => {
        const row = rows.get(pathOf(request))
        return row && answerOf(row.text, row.policy)
      },
      put: async (request: string, answer: Response) =>
        void rows.set(pathOf(request), {
          text: await answer.text(),
          policy: answer.headers.get('content-security-policy') ?? '',
        }),
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
      if (init?.integrity && text.startsWith('other')) throw new TypeError('integrity')
      return answerOf(text, path === '/' ? policy.said : '')
    },
    crypto,
    TextEncoder,
    Uint8Array,
    String,
    btoa,
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

const page1 = "<script>begin('one')</script>"
const page2 = "<script>begin('two')</script>"
const facts: AppFacts = {
  page: 'sha256-page1',
  scripts: inlineScriptHashes(page1),
  files: { '/assets/main-AAAAAAAA.js': 'sha256-m', '/assets/Wallet-AAAAAAAA.js': 'sha256-w' },
  first: ['/assets/main-AAAAAAAA.js'],
  texts: '/assets/texts-AAAAAAAA/',
}
const server = {
  '/assets/texts-AAAAAAAA/en/core.json': 'words',
  '/': page1,
  '/assets/main-AAAAAAAA.js': 'main',
  '/assets/Wallet-AAAAAAAA.js': 'wallet',
}

describe('what keeps the app on the device', () => {
  it('keeps the page and what it begins with, and a screen after its first use', async () => {
    const { fire, get, shelf, asked } = device(facts, server)
    await fire('install')
    await fire('activate')
    expect([...(shelf.get('files') ?? [])]).toEqual([['/assets/main-AAAAAAAA.js', { text: 'main', policy: '' }]])
    expect(await get('/', 'navigate')).toBe(page1)
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
      '/': page2,
      '/assets/texts-BBBBBBBB/en/core.json': 'words 2',
      '/assets/main-BBBBBBBB.js': 'main 2',
      '/assets/Wallet-BBBBBBBB.js': 'wallet 2',
    }
    const next = device(
      { page: 'sha256-page2', scripts: inlineScriptHashes(page2), files, first: ['/assets/main-BBBBBBBB.js'], texts },
      newer,
      old.shelf,
    )
    await next.fire('install')
    expect(await old.get('/', 'navigate')).toBe(page1)
    expect(next.asked).not.toContain('skipWaiting')
    await next.fire('message', { data: 'take over' })
    expect(next.asked).toContain('skipWaiting')
    await next.fire('activate')
    expect([...(next.shelf.get('files')?.values() ?? [])].map(({ text }) => text).sort()).toEqual([
      'main 2',
      'wallet 2',
      'words 2',
    ])
    expect([...next.shelf.keys()].sort()).toEqual(['files', 'page sha256-page2'])
    expect(await next.get('/', 'navigate')).toBe(page2)
  })

  it('keeps no page whose policy does not name its scripts', async () => {
    const policy = { said: policyOf({ ...facts, scripts: ["'sha256-another'"] }) }
    const { fire, get, shelf } = device(facts, server, new Map(), policy)
    await expect(fire('install')).rejects.toThrow('the page did not come')
    expect(shelf.get('page sha256-page1')?.size ?? 0).toBe(0)
    policy.said = policyOf(facts)
    await fire('install')
    policy.said = "script-src 'self'"
    await get('/', 'navigate')
    expect(shelf.get('page sha256-page1')?.get('/')?.policy).toBe(policyOf(facts))
  })

  it('asks the server in place of such a page that is kept, and keeps the right one', async () => {
    const { fire, get, shelf, asked } = device(facts, server)
    await fire('install')
    const kept = shelf.get('page sha256-page1')
    kept?.set('/', { text: page1, policy: "script-src 'self'" })
    asked.length = 0
    expect(await get('/', 'navigate')).toBe(page1)
    expect(asked).toContain('/')
    expect(kept?.get('/')?.policy).toBe(policyOf(facts))
  })

  it('takes over at once from a build whose kept page stays blank', async () => {
    const old: Shelf = new Map([['page sha256-page0', new Map([['/', { text: page2, policy: policyOf(facts) }]])]])
    const next = device(facts, server, old)
    await next.fire('install')
    expect(next.asked).toContain('skipWaiting')
    const good: Shelf = new Map([
      ['page sha256-page0', new Map([['/', { text: page2, policy: inlineScriptHashes(page2).join(' ') }]])],
    ])
    const waits = device(facts, server, good)
    await waits.fire('install')
    expect(waits.asked).not.toContain('skipWaiting')
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
    writeFileSync(join(out, 'index.html'), `${page1}<script src="/assets/main-AAAAAAAA.js"></script>`)
    writeFileSync(join(out, 'assets', 'main-AAAAAAAA.js'), 'main')
    writeFileSync(join(out, 'assets', 'style-AAAAAAAA.css'), 'p{}')
    writeFileSync(join(out, 'assets', 'texts-AAAAAAAA', 'en', 'core.json'), '{}')
  })
  afterEach(() => rmSync(out, { recursive: true }))

  it('are the digests of its files, and which the page names', () => {
    const { files, first, page, scripts } = appFacts(out, '/assets/texts-AAAAAAAA/')
    expect(Object.keys(files)).toEqual(['/assets/main-AAAAAAAA.js', '/assets/style-AAAAAAAA.css'])
    // `printf main | openssl dgst -sha256 -binary | openssl base64`
    expect(files['/assets/main-AAAAAAAA.js']).toBe('sha256-DW5AeeNnA+vTfAByL1iR0osOKBHcEUsSkhUSOtzONgU=')
    expect(first).toEqual(['/assets/main-AAAAAAAA.js'])
    expect(appFacts(out, '/assets/texts-AAAAAAAA/', ['/assets/style-AAAAAAAA.css']).first).toHaveLength(2)
    expect(page).toMatch(/^sha256-/)
    expect(scripts).toEqual(inlineScriptHashes(page1))
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
