import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

/** XSS attempts by injected script. */
const attempts = `[
  () => { document.body.innerHTML = '<b>text</b>' },
  () => { document.createElement('script').src = 'https://example.test/a.js' },
  () => { document.createElement('iframe').srcdoc = '<script>alert(1)</script>' },
  () => { new DOMParser().parseFromString('<b>text</b>', 'text/html') },
  () => { document.write('<b>text</b>') },
  () => { trustedTypes.createPolicy('mine', { createHTML: (text) => text }) },
]`

it('runs no text as markup or as a script, and lets nobody say that one is trusted', async () => {
  const person = await newPerson(browser, shared.address)
  await person.open('/')
  const outcomes = await person.page.evaluate<string[]>(
    `${attempts}.map((attempt) => { try { attempt(); return 'done' } catch (error) { return error.name } })`,
  )
  expect(outcomes).toEqual(Array.from({ length: 6 }, () => 'TypeError'))
  // The React app still works.
  await person.press(en('account.restore'))
  await person.sees('12 words, in order')
  await person.context.close()
})

it('names a digest for every script the page starts with, and runs no other bytes in its place', async () => {
  const person = await newPerson(browser, shared.address)
  const { page, address } = person
  await page.goto(address)
  // The scripts wait until the shell is painted.
  const named = "[...document.querySelectorAll('script[src]')].map((script) => [script.src, script.integrity])"
  const said = () => page.evaluate<[string, string][]>(named)
  await expect.poll(async () => (await said()).length).toBeGreaterThan(0)
  const scripts = await said()
  for (const [source, integrity] of scripts) expect(integrity, source).toMatch(/^sha384-/)
  // The first script is inline. It reports when another script fails to run.
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `globalThis.slipped = true;${await answer.text()}` })
  })
  await page.goto(`${address}/?again`)
  await page.getByRole('alert').waitFor()
  expect(await page.evaluate('globalThis.slipped')).toBeUndefined()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await person.context.close()
})

it('says the first words of a screen before any script of the app has come, and says where none comes', async () => {
  const person = await newPerson(browser, shared.address)
  const { page, address } = person
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const [path, words] of [
    ['/', en('start.tagline')],
    ['/pages/index/index', en('start.tagline')],
    ['/pages/login/index', en('login.none')],
    ['/pages/proof/index', 'Each day at midnight (UTC) we sign'],
    ['/pages/proof/reserves', en('reserves.intro')],
  ] as const) {
    await page.goto(`${address}/?of=${path}#${path}`)
    await person.sees(words)
    await page.getByRole('alert').waitFor()
    await picture(page, `shell ${path.replaceAll('/', ' ')}`)
  }
  // A wide window has no shell except on the start page.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${address}/?of=wide#/pages/proof/index`)
  await person.sees(en('network.later'))
  await picture(page, 'shell wide')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: en('state.retry') }).click()
  await person.sees(en('title.proof'))
  await person.context.close()
})
