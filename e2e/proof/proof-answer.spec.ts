import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { myProof } from '#features/proof/proof.contract.ts'
import { proofReserves } from '#features/proof/reserves.contract.ts'
import { en } from '#kit/test/test-texts.ts'
import { until } from '#kit/test/test-until.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { lookMs } from '../run/patience.ts'
import { newPerson, type Person } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

const hold = /^We (?:hold|report holding) at least .* of what we owe in every coin\.$/

describe('the answer of the proof', () => {
  let browser: Browser
  let person: Person
  const asked: string[] = []
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    const { client } = await signIn(person, { coins: { USDT: '100' }, activate: false })
    await ops({ dataDir: shared.dataDir }, 'clock', 'advance', '1d', '--yes')
    await until('the statement of the day before, with the coins of this wallet', async () => {
      const { latest } = await client.call(proofReserves, {})
      const mine = await client.call(myProof, {})
      return latest !== null && mine.evidence !== null && latest.day === mine.latest?.day
    })
    person.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  })
  afterAll(closePages)
  const ring = (is: string) => person.page.locator(`[data-ring="${is}"]`)

  it('says how much is held, that my coins are included, and what this device checked', async () => {
    await person.open('/pages/proof/index')
    await until('the answer', async () => {
      await person.page.reload()
      const answer = person.page.getByText(hold).first()
      return answer.waitFor({ timeout: lookMs }).then(
        () => true,
        () => false,
      )
    })
    await person.sees('Your 100.00 USDT are included.')
    await ring('right').or(ring('open')).waitFor()
    expect(await person.page.getByText(en('proof.chip.said'), { exact: true }).count()).toBeGreaterThan(0)
    const parts = person.page.getByRole('list', { name: en('proof.parts') })
    for (const part of [en('proof.part.owed'), en('proof.part.mine'), en('proof.part.held')])
      await parts.getByRole('listitem').filter({ hasText: part }).getByText(en('proof.chip.right')).waitFor()
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'proof answer')
  })

  it('fetches no statement again that this device checked before', async () => {
    const { page } = person
    await page.getByText('Details').click()
    await person.sees(/^(Signed|Newest) statements: \d+\./)
    asked.length = 0
    await page.reload()
    await person.sees('Your 100.00 USDT are included.')
    await page.getByText('Details').click()
    await person.sees(/^(Signed|Newest) statements: \d+\./)
    expect(asked.filter((path) => path === '/api/proof/statements')).toEqual([])
    expect(asked).toContain('/api/proof/house')
  })

  it('breaks the ring where the signed figures are not the shown ones, and names the part', async () => {
    const { page } = person
    await page.route(/\/api\/proof\/reserves/, async (route) => {
      const said = await (await route.fetch()).json()
      said.data.items[0].ratio = '9.99'
      await route.fulfill({ json: said })
    })
    await page.reload()
    await page.getByRole('alert').getByText('What we hold: the check failed.').waitFor()
    await ring('wrong').waitFor()
    expect(await page.getByText(hold).count()).toBe(0)
    expect(await page.getByText('are included').count()).toBe(0)
    await picture(page, 'proof answer wrong')
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('notices an old statement that was rewritten', async () => {
    const { page } = person
    await page.route(/\/api\/proof\/house/, async (route) => {
      const said = await (await route.fetch()).json()
      const { text } = said.data.latest
      said.data.latest.text = text.replace(/"previous":"[0-9a-f]{64}"/, `"previous":"${'a'.repeat(64)}"`)
      await route.fulfill({ json: said })
    })
    await page.reload()
    await page.getByRole('alert').getByText('What we owe: the check failed.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })
})
