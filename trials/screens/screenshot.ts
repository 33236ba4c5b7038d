/**
 * npm run trial look -- '#/pages/wallet/index' [name]. Serves dist/web unless URL is set. LOOK=light,dark,ur,zh selects variants;
 * LOOK_SCRIPT's `prepare(page)` runs first. Writes to .cache/look/.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#scripts/run/chromium.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = join(root, '.cache', 'look')
const kinds: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const variants = {
  light: { language: 'en', theme: 'light' },
  dark: { language: 'en', theme: 'dark' },
  ur: { language: 'ur', theme: 'light' },
  zh: { language: 'zh-Hans', theme: 'light' },
} as const

function serve(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const path = join(root, 'dist', 'web', normalize((request.url ?? '/').split('?')[0] ?? '/'))
    const file = statSync(path, { throwIfNoEntry: false })?.isFile() ? path : join(root, 'dist', 'web', 'index.html')
    if (request.url?.startsWith('/api')) response.writeHead(503).end()
    else response.writeHead(200, { 'Content-Type': kinds[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, url: `http://localhost:${typeof address === 'object' ? address?.port : ''}` })
    })
  })
}

const [hash = '#/', name = 'screen'] = process.argv.slice(2)
const wanted = (process.env.LOOK ?? Object.keys(variants).join(',')).split(',')
const own = process.env.URL ? undefined : await serve()
const base = process.env.URL ?? own?.url ?? ''
const prepare = process.env.LOOK_SCRIPT
  ? (
      (await import(pathToFileURL(process.env.LOOK_SCRIPT).href)) as {
        prepare(page: Page, base: string): Promise<void>
      }
    ).prepare
  : undefined
mkdirSync(out, { recursive: true })
const browser = await launchBrowser()
try {
  for (const [variant, boot] of Object.entries(variants)) {
    if (!wanted.includes(variant)) continue
    const size = { width: Number(process.env.WIDTH ?? 390), height: 844 }
    const context = await browser.newContext({ viewport: size, deviceScaleFactor: 2, hasTouch: true, isMobile: true })
    await context.addInitScript((kept) => localStorage.setItem('boot', kept), JSON.stringify(boot))
    const page = await context.newPage()
    page.on(
      'console',
      (line) => line.type() === 'error' && process.stdout.write(`${variant} console: ${line.text()}\n`),
    )
    page.on('pageerror', (error) => process.stdout.write(`${variant} page: ${error.stack}\n`))
    await page.goto(`${base}/${prepare ? '#/' : hash}`)
    if (prepare) {
      await prepare(page, base)
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
    }
    await page.waitForTimeout(Number(process.env.WAIT ?? 1200))
    const path = join(out, `${name}-${variant}.png`)
    await page.screenshot({ path, fullPage: process.env.FULL === '1' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const violation of violations)
      process.stdout.write(
        `${variant} axe: ${violation.id}: ${violation.help}\n  ${violation.nodes.map((node) => node.html.slice(0, 160)).join('\n  ')}\n`,
      )
    process.stdout.write(`${path}\n`)
    await context.close()
  }
} finally {
  await browser.close()
  own?.server.close()
}
