import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { axe, picture } from './browser.ts'
import { newPerson, type Person } from './person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Somebody whose app is told of a newer one. */
async function someoneBehind(force: boolean): Promise<Person> {
  const person = await newPerson(browser, inject('address'))
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
  await person.open('/pages/my/settings')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Faster.').waitFor()
  expect(await axe(page)).toEqual([])
  await picture(page, 'an update')
  await person.press('Later')
  await dialog.waitFor({ state: 'detached' })
  await person.press(/^Version/)
  await person.sees('A new version is here')
  await person.press('Update now')
  await person.sees('The new version is loaded.')
  const reloaded = page.waitForEvent('load')
  await person.press('Restart now')
  await reloaded
  await person.sees('A new version is here')
  expect(complaints).toEqual([])
  await context.close()
})

it('leaves no way around a forced one, but for where the restart brings the same app again', async () => {
  const person = await someoneBehind(true)
  const { context, page } = person
  await person.open('/pages/index/index')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Please use the new app').waitFor()
  expect(await dialog.getByRole('button', { name: 'Later' }).count()).toBe(0)
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape')
  await dialog.getByText('Please use the new app').waitFor()
  await picture(page, 'a forced update')
  await person.press('Update now')
  await person.sees('The new version is loaded.')
  const reloaded = page.waitForEvent('load')
  await person.press('Restart now')
  await reloaded
  // Whoever names a version that does not exist closes nobody's way out.
  await dialog.getByText('Please use the new app').waitFor()
  await person.press('Later')
  await dialog.waitFor({ state: 'detached' })
  await context.close()
})
