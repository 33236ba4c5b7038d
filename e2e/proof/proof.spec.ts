import { readFileSync } from 'node:fs'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { testQueueLog } from '#products/reservations/test-queue-log.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { browserMs, lookMs } from '../run/patience.ts'
import { newPerson, type Person } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

type Assets = { data: { items: { coin: string; available: string; value: string | null }[]; total: string } }

const oneMore = (amount: string): string => showUnits((parseUnits(amount) ?? 0n) + 1n)

/** Adds one unit, the smallest lie, to every related figure. */
async function showMore(route: Route): Promise<void> {
  const answer = await route.fetch()
  const said = (await answer.json()) as Assets
  const items = said.data.items.map((item) =>
    item.coin === 'USDT' ? { ...item, available: oneMore(item.available), value: oneMore(item.value ?? '0') } : item,
  )
  await route.fulfill({ json: { ...said, data: { ...said.data, items, total: oneMore(said.data.total) } } })
}

describe('the log of the queues, on a phone', () => {
  let browser: Browser
  let person: Person
  let items = testQueueLog(['queued', 11], ['queued', 12], ['due', 11]).toReversed()
  const tell = (route: Route) => {
    const told = items.map(({ amount, ...row }) => ({ ...row, number: amount }))
    return route.fulfill({ json: { code: 0, msg: 'success', data: { items: told, next: '' } } })
  }
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await person.page.route(/\/api\/proof\/queue/, tell)
  })
  afterAll(closePages)

  it('says who waits, once every hash was computed again', async () => {
    await person.open('/pages/proof/queue')
    await person.sees(enPattern('queue.log_whole'))
    await person.page.getByRole('list', { name: 'Waiting for product 1' }).getByText('Order 12').waitFor()
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'proof queue')
  })

  it('is loud where an amount was altered, and where a row was taken out that this device saw', async () => {
    const honest = items
    const again = async () => {
      await person.page.reload()
      await person.page.getByRole('main').waitFor()
    }
    items = honest.map((row) => (row.orderId === 12 ? { ...row, amount: '900' } : row))
    await again()
    await person.sees(enPattern('queue.log_fault'))
    items = honest.slice(1)
    await again()
    await person.sees(en('changes.wrong_head'))
    await picture(person.page, 'proof queue wrong')
    items = honest
    await again()
    await person.sees(enPattern('queue.log_whole'))
  })
})

describe('the proof of what is owed, on a phone', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '100' }, activate: false })
  })
  afterAll(closePages)

  const badgeOf = () => person.page.getByRole('link', { name: /Proven for .* 100\.00 USDT/ })

  it('turns by itself on the open page once a day is over, and says what is proven', async () => {
    const { page } = person
    await person.open('/pages/wallet/index')
    await person.sees(en('title.proof'))
    await page.evaluate("globalThis.isThisPage = 'this page'")
    await ops({ dataDir: shared.dataDir }, 'clock', 'advance', '1d', '--yes')
    const badge = badgeOf()
    // A visibility change refetches data older than a few seconds.
    const looksAgain = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"
    await expect
      .poll(
        async () => {
          await page.evaluate(looksAgain)
          return badge.isVisible()
        },
        { timeout: 2 * browserMs, interval: 1_000 },
      )
      .toBe(true)
    expect(await page.evaluate('globalThis.isThisPage')).toBe('this page')
    await picture(page, 'proof badge')
  })

  it('says since when it was not checked while there is no network, and nothing of it once there is one', async () => {
    const { page, context } = person
    const since = page.getByText(enPattern('home.proof_since'))
    expect(await since.count()).toBe(0)
    await context.setOffline(true)
    await since.waitFor()
    await badgeOf().waitFor()
    await picture(page, 'proof badge offline')
    await context.setOffline(false)
    await since.waitFor({ state: 'detached' })
    await badgeOf().waitFor()
  })

  it('leads from the mark to what is proven, and from the wallet to what is owed to all', async () => {
    const { page } = person
    await badgeOf().click()
    await person.sees(enPattern('proof.mine_right'))
    expect(await axe(page)).toEqual([])
    await picture(page, 'proof mine')
    await person.open('/pages/wallet/index')
    await page.getByRole('link', { name: en('title.proof') }).click()
    await person.sees(/^We (?:hold|report holding) at least .* of what we owe in every coin\.$/)
    await page.getByText('Details').click()
    await person.sees(/^(Signed|Newest) statements: \d+\./)
    expect(await axe(page)).toEqual([])
    await picture(page, 'proof')
    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Save all files of/ })
      .first()
      .click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^proof-.*\.zip$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  it('claims nothing of a wallet that had no coin when the day ended', async () => {
    const newcomer = await newPerson(browser, shared.address)
    await signIn(newcomer, { activate: false })
    await newcomer.open('/pages/proof/mine')
    await newcomer.sees(en('proof.mine_none'))
    expect(await newcomer.page.getByText(enPattern('proof.mine_right')).count()).toBe(0)
    await newcomer.open('/pages/wallet/index')
    await newcomer.sees(en('backup.banner'))
    // A cached check would show the badge immediately.
    expect(await newcomer.page.getByRole('link', { name: /Proven for/ }).count()).toBe(0)
    await newcomer.context.close()
  })

  it('reads the statement and the reserves on the chain itself', async () => {
    const { page } = person
    const reads = async (path: string, text: string | RegExp) =>
      expect
        .poll(
          async () => {
            await page.reload()
            await person.open(path)
            return page
              .getByText(text)
              .first()
              .waitFor({ timeout: lookMs })
              .then(
                () => true,
                () => false,
              )
          },
          { timeout: 2 * browserMs, interval: 500 },
        )
        .toBe(true)
    await reads('/pages/proof/index', 'shows the same balances at block')
    await page.getByText('Details').click()
    await person.sees(enPattern('proof.chain_read'))
    await reads('/pages/proof/pools', enPattern('pools.right'))
    await reads('/pages/proof/reserves', 'shows the same balances at block')
    await person.sees(en('proof.held_note'))
    expect(await axe(page)).toEqual([])
    await picture(page, 'proof reserves')
  })

  it('says what is in order: what this device read itself, who waits and why, and the last proof', async () => {
    const { page } = person
    const since = '2026-11-22T10:00:00.000Z'
    const waits = { state: 'held', since, reasons: ['new_address'] }
    await page.route(/\/api\/proof\/status/, async (route) => {
      const said = await (await route.fetch()).json()
      said.data.waiting = [{ ...waits, count: 1 }]
      said.data.withdrawals = [{ ...waits, coin: 'USDT', series: 'bsc' }]
      await route.fulfill({ json: said })
    })
    await person.open('/pages/proof/status')
    await person.sees(/^Blocks behind: \d+$/)
    await person.sees(en('status.head_read'))
    await page
      .getByRole('list', { name: en('status.hot') })
      .getByText(en('status.read'))
      .first()
      .waitFor()
    const rows = page.getByRole('list', { name: enPattern('status.one_by_one') })
    await rows.getByText(/^USDT · /).waitFor()
    await rows.getByText('new address').waitFor()
    await person.sees(/^Root/)
    expect(await axe(page)).toEqual([])
    await picture(page, 'proof status')
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('takes no word of a statement for the change log that is not signed', async () => {
    const { page } = person
    await person.open('/pages/proof/changes')
    await page.route(/\/api\/proof\/summary/, async (route) => {
      const said = await (await route.fetch()).json()
      const { signature } = said.data.latest
      said.data.latest.signature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
      await route.fulfill({ json: said })
    })
    await page.reload()
    await page.getByRole('alert').getByText(en('changes.wrong_statement')).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('shows no balance and calls nothing right where an answer is in another spelling', async () => {
    const { page } = person
    await page.route(/\/api\/wallet\/assets/, async (route) => {
      const said = (await (await route.fetch()).json()) as Assets
      const items = said.data.items.map((item) => (item.coin === 'WLD' ? { ...item, available: '1e3' } : item))
      await route.fulfill({ json: { ...said, data: { ...said.data, items } } })
    })
    await person.open('/pages/wallet/index')
    await page.reload()
    await person.sees(en('network.unreadable'))
    expect(await page.getByText('1,000.00').count()).toBe(0)
    expect(await badgeOf().count()).toBe(0)
    await picture(page, 'proof unreadable')
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await badgeOf().waitFor()
  })

  it('is loud where the app shows one unit more than is proven, and quiet again when it does not', async () => {
    const { page } = person
    await page.route(/\/api\/wallet\/assets/, showMore)
    await person.open('/pages/wallet/index')
    await page.reload()
    await person.sees(en('home.proof_wrong'))
    await picture(page, 'proof wrong')
    await page.getByRole('link', { name: en('home.proof_look') }).click()
    await person.sees(en('proof.wrong_differs'))
    await person.sees('available USDT')
    const support = page.getByRole('alert').getByRole('link', { name: en('support.write') })
    expect(await support.getAttribute('href')).toBe('#/pages/chat/index?reference=proof')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: en('proof.evidence') }).click()
    expect((await saved).suggestedFilename()).toBe('proof-difference.json')
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Check again' }).click()
    await person.sees(enPattern('proof.mine_right'))
  })
})
