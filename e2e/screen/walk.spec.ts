import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { testClient } from '#server/test/test-client.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { speak } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { askForOrder, dualAnswers, newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

/** Small problems that a newcomer met and only a browser detects. */
let browser: Browser
let person: Person
beforeAll(async () => {
  browser = await openBrowser()
  person = await newPerson(browser, shared.address)
})
afterAll(closePages)

describe('the mark of a demo', () => {
  const mark = ({ page }: Person) => page.getByRole('region', { name: en('demo.why') })
  const under = `(() => {
    const { left, right, top, bottom } = document.querySelector('.demo-mark').getBoundingClientRect()
    return [...document.querySelectorAll('main *, nav *, .bar *')].filter((each) => {
      if (![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !each.matches('input, button, a, img, svg')) return false
      if (each.closest('.sr-only, [aria-hidden=true]')) return false
      const box = each.getBoundingClientRect()
      return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top
    }).map((each) => each.outerHTML.slice(0, 120))
  })()`

  it('is on every screen of a small phone, and over nothing', async () => {
    await person.page.setViewportSize({ width: 320, height: 640 })
    await person.open('/pages/index/index')
    await mark(person).waitFor()
    expect(await axe(person.page)).toEqual([])
    const screens = ['/', '/pages/exchange/index', '/pages/proof/index', '/pages/proof/pools', '/pages/proof/queue']
    for (const path of [...screens, '/pages/invest/index', '/pages/my/settings']) {
      await person.open(path)
      await person.page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor()
      expect(await mark(person).isVisible(), path).toBe(true)
      await person.page.evaluate('scrollTo(0, 0)')
      expect(await person.page.evaluate<string[]>(under), path).toEqual([])
      for (const top of [0, 450]) {
        await person.page.evaluate(`scrollTo(0, ${top})`)
        expect(await mark(person).boundingBox(), `${path} at ${top}`).toEqual({ x: 0, y: 0, width: 320, height: 12 })
      }
    }
    await person.sees(en('demo.why'))
    await picture(person.page, 'demo-mark')
    await person.page.setViewportSize({ width: 390, height: 844 })
  })

  it('is there from the first screen on once it is known, and nothing moves when it comes', async () => {
    const places = `JSON.stringify([...document.querySelectorAll('h1, main a, main button')].map((each) => each.getBoundingClientRect()))`
    await person.page.goto('about:blank')
    await person.open('/')
    await person.page.getByRole('heading', { level: 1 }).waitFor()
    await mark(person).waitFor()
    const marked = await person.page.evaluate<string>(places)
    await person.page.evaluate(`document.documentElement.dataset.demo = 'false'`)
    await mark(person).waitFor({ state: 'hidden' })
    expect(await person.page.evaluate<string>(places)).toBe(marked)
  })

  it('is nowhere where the server says it is none, and goes where it was one', async () => {
    await person.page.route('**/api/main/config?*', async (route) => {
      const answer = await route.fetch()
      const envelope = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { ...envelope, data: { ...envelope.data, demo: false } } })
    })
    await person.page.goto('about:blank')
    await person.open('/pages/index/index')
    await mark(person).waitFor({ state: 'hidden' })
    await person.page.unrouteAll({ behavior: 'wait' })
  })
})

it('begins every language where the lines of the page begin, whichever way it runs', async () => {
  await person.open('/pages/my/language')
  await person.page.locator('label[lang=ur]').waitFor()
  const starts = `[...document.querySelectorAll('label[lang] bdi')].map((name) => Math.round(name.getBoundingClientRect().left))`
  const found = await person.page.evaluate<number[]>(starts)
  expect(found.length).toBe(16)
  expect(new Set(found).size).toBe(1)
})

it('fetches the code of a screen when a finger comes down on the way to it', async () => {
  const fresh = await newPerson(browser, shared.address)
  await fresh.open('/pages/my/settings')
  const link = fresh.page.getByRole('link', { name: en('title.ecology'), exact: true })
  await link.waitFor()
  const fetched = fresh.page.waitForRequest(/\/assets\/EcologyScreen-[^/]*\.js$/)
  await link.dispatchEvent('pointerdown')
  await fetched
  expect(fresh.page.url()).toContain('/pages/my/settings')
  await fresh.context.close()
})

it('names a machine once', async () => {
  await person.open('/pages/invest/detail?product=40')
  await person.sees(/^Worst case/)
  expect(await person.page.getByRole('heading', { name: en('line.machine'), exact: true }).count()).toBe(1)
})

it('leaves no pair alone in its line', async () => {
  await person.open('/pages/exchange/index')
  const chips = person.page.getByRole('group', { name: 'Pair' }).locator('label')
  await chips.first().waitFor()
  const boxes = (await Promise.all((await chips.all()).map((chip) => chip.boundingBox()))).filter((box) => box !== null)
  const lines = Map.groupBy(boxes, ({ y }) => y)
  const widths = [...lines.values()].map((line) => Math.round(line.reduce((sum, { width }) => sum + width, 0)))
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(10)
})

describe('a wallet', () => {
  beforeAll(async () => {
    await signIn(person, { coins: { USDT: '200' } })
  })

  it('without a nickname is called by its number, in one typeface', async () => {
    const { walletId } = await testClient(shared.address).createWallet()
    await person.open('/pages/wallet/conver?coin=USDT')
    await person.type(en('transfer.receiver'), walletId)
    const shown = person.page.getByText(walletId.replace(/(.{4})(?=.)/g, '$1 ')).filter({ visible: true })
    await shown.first().waitFor()
    expect(await shown.count()).toBe(1)
    expect(await person.page.getByText('No nickname').count()).toBe(0)
    const faces = `[...document.querySelectorAll('main .letters')].map((each) => getComputedStyle(each).fontFamily)`
    const found = await person.page.evaluate<string[]>(faces)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((face) => face.includes('Num'))).toEqual([])
    await picture(person.page, 'receiver-without-nickname')
  })

  it('is led from a coin that an order lacks to where it is had, the coin and as much of it as is exchanged filled in', async () => {
    const { page } = person
    const way = page.getByRole('group', { name: 'Direction' })
    const stands = async (pair: string, coin: string, amount: string) => {
      await page.getByRole('group', { name: 'Pair' }).getByLabel(pair).and(page.locator(':checked')).waitFor()
      await way.getByLabel(`Buy ${coin}`).and(page.locator(':checked')).waitFor()
      expect(await page.getByLabel(en('exchange.give')).inputValue()).toBe(amount)
    }
    await person.open('/pages/invest/detail?product=1')
    await person.sees(/^Worst case/)
    await person.choose('7 days')
    // The remainder is too small for an exchange in the same step.
    await person.type('Amount', '198')
    await person.sees(en('buy.side_lack'))
    await person.press('Exchange for ATMC')
    await stands('USDT–ATMC', 'ATMC', '5.00')
    await expect
      .poll(() =>
        page
          .getByText(en('exchange.receive'), { exact: true })
          .filter({ visible: true })
          .locator('xpath=..')
          .innerText(),
      )
      .toMatch(/2\d\.\d+\sATMC/)
    await page.reload()
    await stands('USDT–ATMC', 'ATMC', '5.00')
    await picture(page, 'exchange-for-what-lacks')
    await way.getByText('Sell ATMC').click()
    await page.getByRole('group', { name: 'Pair' }).getByLabel('USDT–ATMC').and(page.locator(':checked')).waitFor()
    expect(await page.getByLabel(en('exchange.give')).inputValue()).toBe('')
    await page.goto('about:blank')
    await person.open('/pages/exchange/index?give=USDT&receive=ATMX&need=1000')
    await person.sees(en('exchange.impact_max'))
    await way.getByLabel('Buy ATMX').and(page.locator(':checked')).waitFor()
    expect(Number(await page.getByLabel(en('exchange.give')).inputValue())).toBeGreaterThan(10)
  })

  it('is led to the first answer that is wrong, which is no longer green', async () => {
    const { page } = person
    await askForOrder(person, { product: 1, amount: '20', term: '1 day', reinvest: false })
    await person.sees(en('region.title'))
    await page.getByLabel(en('region.label'), { exact: true }).selectOption('SG')
    await person.press(en('region.declare'))
    await person.sees(en('quiz.title'))
    for (const answer of dualAnswers) await person.choose(answer)
    const questions = page.getByRole('dialog').locator('fieldset')
    const [first, right] = [questions.nth(0), questions.nth(1)]
    const wrong = first.locator('label:not(:has(:checked))').first()
    await wrong.click()
    const ground = (label: string) => `getComputedStyle(document.querySelector('${label}')).backgroundColor`
    await person.press(en('quiz.check'))
    await person.sees(en('quiz.wrong'))
    expect(await first.getAttribute('data-wrong')).toBe('')
    expect(await right.getAttribute('data-wrong')).toBeNull()
    const [bad, good] = await Promise.all(
      ['dialog fieldset[data-wrong] label:has(:checked)', 'dialog fieldset:not([data-wrong]) label:has(:checked)'].map(
        (label) => page.evaluate<string>(ground(label)),
      ),
    )
    expect(bad).not.toBe(good)
    const focused = `document.querySelector('dialog fieldset[data-wrong]').contains(document.activeElement)`
    await expect.poll(() => page.evaluate<boolean>(focused)).toBe(true)
    const box = await first.boundingBox()
    expect((box?.y ?? -1) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    await picture(page, 'quiz-wrong')
    expect(await axe(page)).toEqual([])
    await person.choose(dualAnswers[0])
    await first.locator('[role=alert]').waitFor({ state: 'detached' })
    expect(person.complaints).toEqual([])
  })

  for (const [form, path, label, asked] of [
    ['an exchange', '/pages/exchange/index', en('exchange.give'), '**/api/exchange/quote?*'],
    ['a transfer', '/pages/wallet/conver?coin=USDT', en('transfer.receiver'), '**/api/wallet/target?*'],
    ['an order', '/pages/invest/detail?product=1', 'Amount', '**/api/invest/product?*'],
  ] as const)
    it(`is asked for the figures of ${form} again by itself where no answer came, and can ask at once`, async () => {
      const { page } = person
      const typed = form === 'a transfer' ? (await testClient(shared.address).createWallet()).walletId : '150'
      await person.open(path)
      await page.getByLabel(label, { exact: true }).waitFor()
      let down = true
      let attempts = 0
      await page.route(asked, (route) => {
        attempts += 1
        return down ? route.abort('connectionrefused') : route.fallback()
      })
      await person.type(label, typed)
      await person.sees(en('network.later'))
      const again = page.getByRole('button', { name: en('state.retry'), exact: true })
      await again.waitFor()
      if (form === 'an order') await picture(page, 'figures-did-not-come')
      const before = attempts
      // The app retries automatically, and the message stays.
      await expect.poll(() => attempts).toBeGreaterThan(before)
      expect(await page.getByText(en('network.later')).filter({ visible: true }).count()).toBe(1)
      down = false
      await again.waitFor({ state: 'detached' })
      await page.getByText(en('network.later')).waitFor({ state: 'detached' })
      await page.unrouteAll({ behavior: 'wait' })
    })

  it('has tiles on home, of the wallet and of the products whose words break at syllables alone', async () => {
    const { page } = person
    /** Words broken across lines without a hyphen. */
    const broken = `[...document.querySelectorAll('main .tiles a')].flatMap((tile) => {
      const found = []
      const texts = document.createTreeWalker(tile, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (let at = 1; at < text.data.length; at += 1) {
          if (!/^\\p{L}\\p{L}$/u.test(text.data.slice(at - 1, at + 1)) || tile.querySelector('.sr-only')?.contains(text)) continue
          const [before, after] = [at - 1, at].map((place) => {
            range.setStart(text, place)
            range.setEnd(text, place + 1)
            return [...range.getClientRects()].at(-1)?.top ?? 0
          })
          if (after > before + 4) found.push(text.data.slice(0, at) + '/' + text.data.slice(at))
        }
      return found
    })`
    const found: string[] = []
    for (const tag of ['en', 'de'] as const) {
      await speak(person, tag)
      for (const path of ['/pages/index/index', '/pages/invest/index', '/pages/wallet/index']) {
        await person.open(path)
        await page.locator('main .tiles a').nth(3).waitFor()
        for (const width of [320, 360, 390, 430]) {
          await page.setViewportSize({ width, height: 844 })
          if (tag === 'en' && width === 390) await picture(page, `tiles ${path.replaceAll('/', ' ')}`)
          found.push(...(await page.evaluate<string[]>(broken)).map((word) => `${tag} ${width} ${path}: ${word}`))
        }
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await speak(person, 'en')
    expect(found).toEqual([])
  })
})
