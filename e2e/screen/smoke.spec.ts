import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { picture, visit } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

it('opens the start page without a complaint', async () => {
  const { context, page, complaints } = await visit(browser)
  await page.goto(shared.address)
  await page.getByRole('button').or(page.getByRole('link')).first().waitFor()
  expect(await page.title()).toContain('Glasshouse')
  await picture(page, 'start')
  expect(complaints).toEqual([])
  await context.close()
})

it('starts at an address that names no screen, whatever else has that name', async () => {
  const { context, page, complaints } = await visit(browser)
  for (const name of ['constructor', 'toString', '__proto__']) {
    await page.goto(`${shared.address}/#${name}`)
    await page.reload()
    await page.locator('#root main').first().waitFor()
    expect(await page.locator('.boot-failed').count()).toBe(0)
  }
  expect(complaints).toEqual([])
  await context.close()
})

it('follows a link of the first page where the app comes while it is pressed', async () => {
  const { context, page, complaints } = await visit(browser)
  let letScriptsCome = () => {}
  const scriptsMayCome = new Promise<void>((done) => {
    letScriptsCome = done
  })
  await page.route('**/assets/**/*.js', async (route) => {
    await scriptsMayCome
    await route.continue()
  })
  await page.goto(shared.address)
  const drawnByPage = page.locator('#root:has(.boot-failed)')
  const create = drawnByPage.getByRole('link', { name: en('start.create') })
  const { x, y, width, height } = (await create.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  letScriptsCome()
  await drawnByPage.waitFor({ state: 'detached' })
  await page.mouse.up()
  await page.getByLabel(en('new_password.label'), { exact: true }).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it('says on a screen of its own name that it could not be fetched, and fetches it when the network is back', async () => {
  const person = await newPerson(browser, shared.address)
  const { context, page } = person
  await person.open('/pages/start/index')
  const [restore, alert] = [en('account.restore'), page.getByRole('alert')]
  await person.sees(restore)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await person.press(restore)
  await alert.waitFor()
  await page.getByRole('heading', { name: en('title.import') }).waitFor()
  await person.press('Back')
  await alert.waitFor({ state: 'detached' })
  await person.press(restore)
  await alert.waitFor()
  await context.setOffline(false)
  await person.sees('12 words, in order')
  await context.close()
})
