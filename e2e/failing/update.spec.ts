import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { axe, isTrueIn, picture } from '../run/browser.ts'
import { anotherBuild, type Deployed, deployed } from '../run/deploys.ts'
import { keepsApp, openByMove } from '../run/kept.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

/** True once the app has fetched the update check. */
const knowsUpdates =
  "performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname.endsWith('/updates.json'))"

async function someoneBehind(force: boolean): Promise<Person> {
  const person = await newPerson(browser, shared.address)
  await person.context.route(/\/api\/version\/Google/, async (route) => {
    const data = {
      ver_num: 210,
      ver_name: '2.1.0',
      description: 'Faster.',
      package_url: '',
      force,
      package_type: 'page',
    }
    expect(await route.request().headerValue('apptype')).toBe('app')
    expect(new URL(route.request().url()).searchParams.get('version')).toBe('200')
    await route.fulfill({ json: { code: 0, msg: 'ok', data } })
  })
  return person
}

it('offers a newer version, puts it off, and loads it before it asks to restart', async () => {
  const person = await someoneBehind(false)
  const { context, page, complaints } = person
  await openByMove(person, '/pages/my/settings')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Faster.').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'an update')
  await person.press('Later')
  await dialog.waitFor({ state: 'detached' })
  await person.press(/^Version/)
  await person.sees(en('update.title'))
  await person.press(en('update.take'))
  await person.sees(en('update.loaded'))
  const reloaded = page.waitForEvent('load')
  await person.press(en('update.restart'))
  await reloaded
  await person.sees(en('update.title'))
  expect(complaints).toEqual([])
  await context.close()
})

it('leaves no way around a forced one, but for where the restart brings the same app again', async () => {
  const person = await someoneBehind(true)
  const { context, page } = person
  await openByMove(person, '/pages/index/index')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(en('update.forced')).waitFor()
  expect(await dialog.getByRole('button', { name: 'Later' }).count()).toBe(0)
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape')
  await dialog.getByText(en('update.forced')).waitFor()
  await picture(page, 'a forced update')
  await person.press(en('update.take'))
  await person.sees(en('update.loaded'))
  const reloaded = page.waitForEvent('load')
  await person.press(en('update.restart'))
  await reloaded
  // A mistaken version number must not lock users out.
  await dialog.getByText(en('update.forced')).waitFor()
  await person.press('Later')
  await dialog.waitFor({ state: 'detached' })
  await context.close()
})

describe('where the files of the app are replaced while it is open', () => {
  let line: Deployed
  let person: Person
  let loads: number
  // A failed test's page is shown before it ends.
  beforeEach(async () => {
    await end()
    line = await deployed(shared.address)
    person = await newPerson(browser, line.address, false, true)
    loads = 0
    person.page.on('load', () => {
      loads += 1
    })
  })
  const end = async () => {
    await closePages()
    line?.end()
  }
  afterAll(end)

  const pair = '/pages/exchange/index?view=pair&pair=1'
  const buildShown = () =>
    person.page.evaluate<string>("document.querySelector('head script[type=module]').getAttribute('src')")

  async function openBefore(next: string, path = '/pages/exchange/index'): Promise<string> {
    await openByMove(person, path)
    await isTrueIn(person.page, knowsUpdates)
    await keepsApp(person)
    loads = 0
    line.deploy(next)
    return buildShown()
  }

  it('takes the newer app once where a part of a screen is gone', async () => {
    const before = await openBefore(anotherBuild())
    await person.open(pair)
    await expect.poll(() => loads).toBe(1)
    await person.page.getByRole('heading', { name: /USDT/ }).waitFor()
    expect(await buildShown()).not.toBe(before)
    expect(loads).toBe(1)
  })

  it('says after a reload that a newer one waits, with what was kept of the old one', async () => {
    const before = await openBefore(anotherBuild())
    await person.page.reload()
    await openByMove(person, '/pages/exchange/index')
    await person.sees(en('update.loaded'))
    expect(await buildShown()).toBe(before)
    await person.press(en('update.restart'))
    await expect.poll(() => loads).toBe(2)
    expect(await buildShown()).not.toBe(before)
  })

  it('does not go round where the newer app has no such part either', async () => {
    const next = anotherBuild()
    for (const name of readdirSync(join(next, 'assets')))
      if (name.startsWith('PairScreen-')) rmSync(join(next, 'assets', name))
    await openBefore(next)
    await person.open(pair)
    await expect.poll(() => loads).toBe(1)
    const again = person.page.getByRole('button', { name: en('state.retry') })
    // The button shows again, because the newer app has not been tried.
    await again.waitFor()
    await person.page.waitForLoadState('networkidle')
    const few = loads
    expect(few).toBeLessThanOrEqual(2)
    await again.click()
    await expect.poll(() => loads).toBe(few + 1)
    await again.waitFor()
    await person.page.waitForLoadState('networkidle')
    expect(loads).toBe(few + 1)
  })

  it('says that there is no network where that is why, and goes on when it is back', async () => {
    const { page, context } = person
    await openByMove(person, '/pages/exchange/index')
    await keepsApp(person)
    loads = 0
    await context.setOffline(true)
    await person.open(pair)
    const again = page.getByRole('button', { name: en('state.retry') })
    await again.waitFor()
    await again.click()
    await again.waitFor()
    expect(await page.getByText(en('state.broken')).count()).toBe(0)
    expect(loads).toBe(0)
    await context.setOffline(false)
    await again.click()
    await page.getByRole('heading', { name: /USDT/ }).waitFor()
  })

  it('says that there is a newer one where what was pressed needs a part that is gone, and leaves the screen as it is', async () => {
    const before = await openBefore(anotherBuild(), '/pages/my/language')
    await person.page.locator('label', { hasText: 'Deutsch' }).click()
    await person.sees(en('update.loaded'))
    expect(loads).toBe(0)
    await person.press(en('update.restart'))
    await expect.poll(() => loads).toBe(1)
    expect(await buildShown()).not.toBe(before)
  })

  it('replaces a kept page whose policy stops its scripts', async () => {
    const { page } = person
    await openByMove(person, '/pages/exchange/index')
    await keepsApp(person)
    const policies = `(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith('page '))
      const cache = await caches.open(name)
      return (await cache.match('/')).headers.get('content-security-policy')
    })()`
    const good = await page.evaluate<string>(policies)
    await page.evaluate(`(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith('page '))
      const cache = await caches.open(name)
      const page = await (await cache.match('/')).blob()
      await cache.put('/', new Response(page, { headers: { 'content-security-policy': "script-src 'self' 'sha256-x'" } }))
    })()`)
    expect(await page.evaluate(policies)).not.toBe(good)
    await page.reload()
    await page.getByRole('heading', { name: 'Exchange' }).waitFor()
    await expect.poll(() => page.evaluate(policies)).toBe(good)
  })
})
