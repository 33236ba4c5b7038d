import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { wallClock } from '#kit/time/clock.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { keepsApp, keepsReads } from '../run/kept.ts'
import { faultsNow } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

/** Replaces the currency rates on every page opened later. */
const tellInstead = (told: unknown): string => `{
  const before = fetch
  globalThis.fetch = async (url, init) => {
    const answer = await before(url, init)
    if (!String(url).includes('/api/main/config')) return answer
    const envelope = await answer.json()
    return Response.json({ ...envelope, data: { ...envelope.data, fiats: ${JSON.stringify(told)} } })
  }
}`

it('a currency that was chosen stands beside USDT, with whose rate it is and of when, also without a network, and only where it can be right', async () => {
  // A new instance has no rates for half a minute.
  await expect.poll(() => ops({ dataDir: shared.dataDir }, 'feed', 'show'), { interval: 1_000 }).toMatch(/EUR {2}1\./)
  const person = await newPerson(browser, shared.address, false, true)
  const { page, context } = person
  await signIn(person)
  await person.open('/pages/my/settings')
  await person.press(/Display currency/)
  await page.getByRole('dialog').getByText('Euro', { exact: true }).click()
  await person.sees(enPattern('fiat.note'))
  await person.press('Close')
  await page.getByRole('button', { name: /Display currency\s*EUR/ }).waitFor()

  const worth = page.getByText('≈ €0.00').filter({ visible: true }).first()
  const note = page.getByText(enPattern('fiat.note'))
  await person.open('/pages/wallet/index')
  await worth.waitFor()
  expect(await note.count()).toBe(1)
  expect([...(await axe(page)), ...(await faultsNow(page))]).toEqual([])
  await picture(page, 'display currency')
  await person.open('/pages/index/index')
  await worth.waitFor()
  await note.waitFor()
  await keepsApp(person)
  await keepsReads(person, '/main/home', '/main/config', '/wallet/assets', '/wallet/info')
  await context.setOffline(true)
  await page.reload()
  await worth.waitFor()
  await note.waitFor()
  await person.sees(/^As of /)
  await context.setOffline(false)

  // With invalid rates, the app shows only USDT and does not break.
  const at = wallClock.now().toISOString()
  const wrong = ['0', '-1', '1e30', 'NaN', 1e30, null].map((EUR) => ({ at, from: ['x'], prices: { EUR, XYZ: '1' } }))
  const told = [null, 7, ...wrong, { at: 'soon', from: [], prices: { EUR: '1.15' } }, { at, from: 'x', prices: null }]
  await context.addInitScript(tellInstead(told))
  await page.goto(`${person.address}/?nonsense#/pages/wallet/index`)
  await person.sees(en('fiat.none', { currency: 'EUR' }))
  await page
    .getByRole('list', { name: en('wallet.assets') })
    .getByText('WLD')
    .waitFor()
  expect(await page.getByText('€').count()).toBe(0)
  expect(person.complaints).toEqual([])
  await context.close()
})
