import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { newPerson } from './person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** What somebody would do who got a line into the page. */
const tries = `[
  () => { document.body.innerHTML = '<b>text</b>' },
  () => { document.createElement('script').src = 'https://example.test/a.js' },
  () => { document.createElement('iframe').srcdoc = '<script>alert(1)</script>' },
  () => { new DOMParser().parseFromString('<b>text</b>', 'text/html') },
  () => { document.write('<b>text</b>') },
  () => { trustedTypes.createPolicy('mine', { createHTML: (text) => text }) },
]`

it('runs no text as markup or as a script, and lets nobody say that one is trusted', async () => {
  const person = await newPerson(browser, inject('address'))
  await person.open('/')
  const outcomes = await person.page.evaluate<string[]>(
    `${tries}.map((attempt) => { try { attempt(); return 'done' } catch (error) { return error.name } })`,
  )
  expect(outcomes).toEqual(Array.from({ length: 6 }, () => 'TypeError'))
  // And the app, which is React, goes on.
  await person.press('I have a mnemonic')
  await person.sees('12 words, in order')
  await person.context.close()
})

it('names a digest for every script the page starts with, and runs no other bytes in its place', async () => {
  const person = await newPerson(browser, inject('address'))
  const { page, address } = person
  await page.goto(address)
  const scripts = await page.evaluate<[string, string][]>(
    "[...document.querySelectorAll('body script[src], head script[src]')].map((script) => [script.src, script.integrity])",
  )
  expect(scripts.length).toBeGreaterThan(0)
  for (const [source, integrity] of scripts) expect(integrity, source).toMatch(/^sha384-/)
  // The first script of all is left as it is: it is the one that says when another does not run.
  await page.route('**/assets/*.js', async (route) => {
    if (route.request().url().includes('/boot-')) return route.continue()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `globalThis.slipped = true;${await answer.text()}` })
  })
  await page.goto(`${address}/?again`)
  await page.getByRole('alert').waitFor()
  expect(await page.evaluate('globalThis.slipped')).toBeUndefined()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await person.context.close()
})
