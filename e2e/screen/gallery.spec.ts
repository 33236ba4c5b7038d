import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Browser } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { root } from '#scripts/run/command.ts'
import { axe, picture, type Visit, visit } from '../run/browser.ts'
import { faultsNow } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'

/** The gallery as `npm run dev` serves it. */
describe('the gallery', () => {
  let vite: ViteDevServer
  let browser: Browser
  let visited: Visit
  beforeAll(async () => {
    const port = await freePort()
    vite = await createServer({
      root: `${root}web`,
      configFile: `${root}vite.config.ts`,
      cacheDir: `${root}.cache/vite-gallery`,
      logLevel: 'silent',
      optimizeDeps: { entries: ['gallery.html'] },
      server: { port, strictPort: true, host: '127.0.0.1', hmr: false, watch: null },
    })
    await vite.listen()
    browser = await openBrowser()
    visited = await visit(browser)
    await visited.page.goto(`http://127.0.0.1:${port}/gallery`)
    await visited.page.getByRole('region', { name: 'WalletIdField' }).waitFor()
  })
  /** The radio input is hidden. */
  const choose = (value: string) => visited.page.locator(`input[value="${value}"]`).first().dispatchEvent('click')
  afterAll(async () => {
    await closePages()
    await vite?.close()
  })

  it('has every component of ui/', async () => {
    const shown = await visited.page.locator('main > section > h2').allTextContents()
    const drawn = readdirSync(`${root}ui`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
      .map((path) => basename(path, '.tsx'))
    expect(drawn.filter((name) => !shown.includes(name))).toEqual([])
    expect(shown.filter((name) => !drawn.includes(name))).toEqual([])
  })

  it('is heard as it was: a change of the tree is a change on purpose (npm test -- e2e/gallery -u)', async () => {
    await expect(await visited.page.locator('main').ariaSnapshot()).toMatchFileSnapshot('gallery.aria.txt')
  })

  for (const theme of ['light', 'dark'])
    it(`looks in ${theme} as it did: a change of a colour, a space or a size is a change on purpose (npm test -- e2e/gallery -u)`, async () => {
      const { page } = visited
      await choose(theme)
      await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
      await page.evaluate(readFileSync(`${root}e2e/run/page-layout.js`, 'utf8'))
      await expect(await page.evaluate<string>('partLooks()')).toMatchFileSnapshot(`gallery.${theme}.txt`)
    })

  for (const language of ['en', 'ur'])
    for (const theme of ['light', 'dark'] as const)
      it(`breaks no rule in ${language}, ${theme}, at both sizes of text, and stays within a small phone`, async () => {
        const { page } = visited
        await choose(language)
        await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
        await choose(theme)
        for (const size of ['100%', '200%']) {
          await choose(size)
          await page.setViewportSize({ width: size === '100%' ? 320 : 390, height: 844 })
          await picture(page, `gallery ${language} ${theme} ${size}`)
          expect([...(await axe(page)), ...(await faultsNow(page))]).toEqual([])
        }
      })

  it('opens every sheet, none of which breaks a rule', async () => {
    const { page } = visited
    for (const value of ['en', 'light', '100%']) await choose(value)
    for (const name of ['Sheet', 'ConfirmSheet', 'PasswordSheet', 'ScanSheet']) {
      const part = page.getByRole('region', { name, exact: true })
      for (const button of await part.getByRole('button').all()) {
        await button.dispatchEvent('click')
        await page.getByRole('dialog').waitFor()
        expect([...(await axe(page)), ...(await faultsNow(page))]).toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    }
    expect(visited.complaints).toEqual([])
  })
})
