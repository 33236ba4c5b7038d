import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

it('measures every line, lets one choose, and goes to another one by itself when one is dead', async () => {
  const address = shared.address
  const own = new URL(address).host
  const other = own.replace('127.0.0.1', 'localhost')
  const person = await newPerson(browser, address)
  const { context, page, complaints } = person
  await person.open('/pages/my/settings')
  await person.press(en('title.lines'))
  const row = (host: string) => page.getByRole('listitem').filter({ hasText: host })
  for (const host of [own, other])
    await row(host)
      .getByText(/^\d+ ms$/)
      .waitFor()
  await picture(page, 'lines')

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await row(other).getByRole('button').click()
  await person.sees(en('lines.changed'))
  await person.open('/pages/news/index')
  await person.sees('Version 2.0.0')
  expect(asked).toContain(other)

  await page.reload()
  await person.sees('Version 2.0.0')
  await context.route(
    (url) => url.host === other,
    (route) => route.abort('connectionrefused'),
  )
  await person.open('/pages/notice/index')
  await person.sees(en('line.changed', { line: own }))
  await person.sees('Welcome to the demo')
  await person.open('/pages/my/linkChange')
  await row(other).getByText(en('lines.dead')).waitFor()
  await row(own).getByText('In use').waitFor()
  await picture(page, 'a dead line')
  expect(complaints).toEqual([])
  await context.close()
})
