import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { checksumAddress } from '#kit/evm-address.ts'
import { randomHex } from '#kit/random.ts'
import { picture } from './browser.ts'
import { signIn } from './holder.ts'
import { closePages, openBrowser } from './open-browser.ts'
import { bindAddress, confirm, newPerson, type Person } from './person.ts'
import { ops } from './product.ts'

/** The steps depend on each other. */
describe('a bound address that another takes the place of', () => {
  const dataDir = inject('dataDir')
  const [lost, next] = [checksumAddress(`0x${randomHex(20)}`), checksumAddress(`0x${randomHex(20)}`)]
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, inject('address'))
  })
  afterAll(closePages)

  it('is asked for with the password and a code, after its rules were read', async () => {
    const { codes } = await signIn(person, { google: { dataDir: inject('dataDir') }, activate: false })
    await bindAddress(person, lost, await codes())
    await person.open('/pages/my/address?chain=bsc&change=yes')
    await person.sees(/^The bound address stays in use/)
    await person.type(/Your address on/, lost)
    await person.sees('This is the address that is bound already.')
    await person.type(/Your address on/, next)
    await person.type('Name', 'My new wallet')
    await person.choose(/I have compared the new address/)
    await picture(person.page, 'address-change-form')
    await person.press('Ask for the change')
    await picture(person.page, 'address-change-confirm')
    await confirm(person, await codes())
    await person.sees('Support still has to make sure that it is you')
    await picture(person.page, 'address-change-waiting')
  })

  it('is made when support has said yes and 72 hours have passed', async () => {
    const [, number] = /^(\d+) /m.exec(await ops({ dataDir }, 'address', 'changes')) ?? []
    await ops({ dataDir }, 'address', 'confirm', number ?? '', 'seen on video', '--yes')
    await person.page.reload()
    await person.sees('Support has said yes')
    await ops({ dataDir }, 'clock', 'advance', '3d', '--yes')
    await person.page.reload()
    const waits = async () => {
      await person.sees('My new wallet')
      const isWaiting = (await person.page.getByText('Support has said yes').count()) > 0
      if (isWaiting) await person.page.reload()
      return isWaiting
    }
    await expect.poll(waits).toBe(false)
    await person.sees('Change the address')
    await picture(person.page, 'address-change-made')
    expect(person.complaints).toEqual([])
  })
})
