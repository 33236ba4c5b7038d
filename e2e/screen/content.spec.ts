import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

const guest = async (): Promise<Person> => newPerson(browser, shared.address)

it('goes from the news to an article, and on to where it leads', async () => {
  const person = await guest()
  const { context, page, complaints } = person
  await person.open('/pages/my/settings')
  await person.press('News')
  await page.getByRole('link', { name: /Version 2\.0\.0/ }).click()
  await page.getByRole('heading', { name: 'Version 2.0.0' }).waitFor()
  await picture(page, 'article')
  await person.press('privacy policy')
  await page.getByRole('heading', { name: 'Privacy policy' }).waitFor()
  // Placeholders for the operator are hidden from readers.
  expect(await page.getByText('OPERATOR').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await person.press('user agreement')
  await page.getByRole('heading', { name: en('my.agreement') }).waitFor()
  await person.open('/pages/article/index?slug=never-written')
  await person.sees(en('article.missing'))
  await person.open('/pages/article/index')
  await person.sees(en('article.missing'))
  expect(complaints).toEqual([])
  await context.close()
})

it('reads the whole agreement before creating a wallet, and what was typed stays', async () => {
  const person = await guest()
  const { context, page } = person
  await person.open('/pages/login/create')
  await person.type(en('new_password.label'), 'Quartz7lamp')
  await person.press(en('create.agreement'))
  const [article] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: en('agreement.whole') }).click(),
  ])
  await article.getByRole('heading', { name: en('my.agreement'), level: 2 }).waitFor()
  await article.close()
  await person.press('Close')
  expect(await page.getByLabel(en('new_password.label'), { exact: true }).inputValue()).toBe('Quartz7lamp')
  await context.close()
})

it('shows a named site in a closed frame, and opens no other address', async () => {
  const person = await guest()
  const { context, page, complaints } = person
  const asked: string[] = []
  await context.route(/^https:/, async (route) => {
    asked.push(route.request().url())
    const headers = { 'content-type': 'text/html' }
    await route.fulfill({ headers, body: '<h1>World</h1><script>top.location = "https://evil.example/"</script>' })
  })
  await person.open('/pages/ecology/index')
  await person.press(/^World/)
  await page.frameLocator('iframe').getByRole('heading', { name: 'World' }).waitFor()
  const frame = page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
  expect(await frame.getAttribute('src')).toBe('https://world.org/')
  await person.sees('This page is not ours.')
  expect(asked).toEqual(['https://world.org/'])
  // The browser refused the frame's navigation, and nothing else happened.
  expect(page.url()).toContain('#/pages/web/index')
  expect(complaints.filter((said) => !/evil\.example|sandboxed/.test(said))).toEqual([])
  for (const bad of [
    'https://evil.example/',
    'https://world.org@evil.example/',
    'https://world.org.evil.example/',
    '//evil.example',
    'javascript:alert(document.domain)',
    'data:text/html,<script>alert(1)</script>',
    'http://world.org/',
    shared.address,
  ]) {
    await person.open(`/pages/web/index?url=${encodeURIComponent(bad)}`)
    await person.sees(en('web.refused'))
    expect(await page.locator('iframe').count(), bad).toBe(0)
  }
  expect(asked).toEqual(['https://world.org/'])
  await context.close()
})

it('lets the notices run at the speed of the specification, and stand still when asked', async () => {
  const person = await guest()
  const { context, page, complaints } = person
  await person.open('/pages/index/index')
  const strip = page.getByRole('region', { name: en('home.announcement') }).locator('div > div')
  const found = `document.querySelector("section[aria-label='${en('home.announcement')}'] > div > div")`
  const style = (name: string) => page.evaluate<string>(`getComputedStyle(${found}).getPropertyValue('${name}')`)
  await strip.waitFor()
  // With reduced motion the strip does not move.
  expect(await style('animation-duration')).toBe('0.001s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await strip.waitFor()
  const way = await page.evaluate<number>(`${found}.scrollWidth + ${found}.parentElement.clientWidth`)
  await expect.poll(async () => Number.parseFloat(await style('animation-duration'))).toBeCloseTo(way / 80, 1)
  expect(await style('animation-play-state')).toBe('running')
  await page.getByRole('button', { name: en('home.hold') }).click()
  expect(await style('animation-play-state')).toBe('paused')
  await page
    .getByRole('navigation', { name: en('home.links') })
    .getByRole('link')
    .nth(9)
    .waitFor()
  await picture(page, 'home')
  expect(complaints).toEqual([])
  await context.close()
})
