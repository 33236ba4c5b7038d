import type { APIResponse, Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMs, wallClock } from '#kit/time/clock.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

it('shows its window at home and stays there, even where every read is answered as maintenance', async () => {
  const person = await newPerson(browser, shared.address)
  const { context, page } = person
  await signIn(person, { activate: false })
  const from = new Date(Math.floor(wallClock.now().getTime() / 60_000) * 60_000)
  const until = new Date(from.getTime() + 3_600_000)
  const refusal = { code: 408, msg: 'request.maintenance', params: { until: until.toISOString() }, data: null }
  const configOf = async (answer: APIResponse) => {
    const config = (await answer.json()) as { data: Record<string, unknown> }
    const maintenance = { from: from.toISOString(), until: until.toISOString(), reason: 'a new server' }
    return { ...config, data: { ...config.data, now: from.toISOString(), maintenance } }
  }
  let asked = 0
  let answered = 0
  await context.route(/\/api\//, async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path.endsWith('/events')) return route.abort()
    asked += 1
    try {
      const json = path.endsWith('/main/config') ? await configOf(await route.fetch()) : refusal
      await route.fulfill({ json })
    } finally {
      answered += 1
    }
  })
  await page.clock.install()
  await person.open('/pages/index/index')
  await person.sees('a new server')
  expect(await axe(page)).toEqual([])
  await picture(page, 'maintenance')
  // A loop would send a call per second. Normal polling sends fewer.
  await page.clock.pauseAt(addMs(wallClock.now(), 3_000))
  await expect.poll(() => asked - answered).toBe(0)
  const before = asked
  for (let half = 0; half < 10; half += 1) {
    await page.clock.runFor(500)
    await expect.poll(() => asked - answered).toBe(0)
  }
  expect(asked - before).toBeLessThan(8)
  await page.clock.resume()
  await person.open('/pages/wallet/index')
  await page.waitForURL(/pages\/index\/index/)
  await person.sees('a new server')
  await context.close()
})
