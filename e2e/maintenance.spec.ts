import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { wallClock } from '#kit/clock.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { axe, picture } from './browser.ts'
import { createWallet, newPerson } from './person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

it('shows its window at home and stays there, even where every read is answered as maintenance', async () => {
  const person = await newPerson(browser, inject('address'))
  const { context, page } = person
  await createWallet(person)
  const from = new Date(Math.floor(wallClock.now().getTime() / 60_000) * 60_000)
  const until = new Date(from.getTime() + 3_600_000)
  let asked = 0
  await context.route(/\/api\//, async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path.endsWith('/events')) return route.abort()
    asked += 1
    if (!path.endsWith('/main/config'))
      return route.fulfill({
        json: { code: 408, msg: 'request.maintenance', params: { until: until.toISOString() }, data: null },
      })
    const answer = await route.fetch()
    const config = (await answer.json()) as { data: Record<string, unknown> }
    const window = { from: from.toISOString(), until: until.toISOString(), reason: 'a new server' }
    return route.fulfill({
      json: { ...config, data: { ...config.data, now: from.toISOString(), maintenance: window } },
    })
  })
  await person.open('/pages/index/index')
  await person.sees('a new server')
  expect(await axe(page)).toEqual([])
  await picture(page, 'maintenance')
  // A loop would send a call each second. Screens by themselves send fewer.
  await wait(3_000)
  const before = asked
  await wait(5_000)
  expect(asked - before).toBeLessThan(8)
  // From elsewhere one is led home, once.
  await person.open('/pages/wallet/index')
  await page.waitForURL(/pages\/index\/index/)
  await person.sees('a new server')
  await context.close()
})
