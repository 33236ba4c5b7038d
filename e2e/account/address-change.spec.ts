import { Secret } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindGoogle, setUpGoogle } from '#features/security/security.contract.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { randomHex } from '#kit/text/random.ts'
import { testClient } from '#server/test/test-client.ts'
import { picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { oneTimeCodes } from '../run/one-time-codes.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { bindAddress, confirm, newPerson, type Person, password } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

/** The steps depend on each other. */
describe('a bound address that another takes the place of', () => {
  const dataDir = shared.dataDir
  const [lost, next] = [checksumAddress(`0x${randomHex(20)}`), checksumAddress(`0x${randomHex(20)}`)]
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
  })
  afterAll(closePages)

  it('is asked for with the password and a code, after its rules were read', async () => {
    const { codes } = await signIn(person, { google: { dataDir: shared.dataDir }, activate: false })
    await bindAddress(person, lost, await codes())
    await person.open('/pages/my/address?chain=bsc&change=yes')
    await person.sees(enPattern('address.change_rules'))
    await person.type(/Your address on/, lost)
    await person.sees(en('address.change_same'))
    await person.type(/Your address on/, next)
    await person.type(en('address.name'), 'My new wallet')
    await person.choose(/I have compared the new address/)
    await picture(person.page, 'address-change-form')
    await person.press(en('address.change_ask'))
    await picture(person.page, 'address-change-confirm')
    await confirm(person, await codes())
    await person.sees(en('address.change_support'))
    await picture(person.page, 'address-change-waiting')
  })

  it('is made when support has said yes and 72 hours have passed', async () => {
    const [, number] = /^(\d+) /m.exec(await ops({ dataDir }, 'address', 'changes')) ?? []
    await ops({ dataDir }, 'address', 'confirm', number ?? '', 'seen on video', '--yes')
    await person.page.reload()
    await person.sees(en('address.change_confirmed'))
    await ops({ dataDir }, 'clock', 'advance', '3d', '--yes')
    await person.page.reload()
    const waits = async () => {
      await person.sees('My new wallet')
      const isWaiting = (await person.page.getByText(en('address.change_confirmed')).count()) > 0
      if (isWaiting) await person.page.reload()
      return isWaiting
    }
    await expect.poll(waits).toBe(false)
    await person.sees(en('address.change'))
    await picture(person.page, 'address-change-made')
    expect(person.complaints).toEqual([])
  })
})

describe('a wallet opened by its words on another phone', () => {
  it('adds an address, which its words sign', async () => {
    const address = shared.address
    const client = testClient(address)
    const wallet = await client.createWallet({ password, activate: true })
    await client.confirm()
    const secret = Secret.fromBase32((await client.call(setUpGoogle, {})).secret).bytes
    const codes = oneTimeCodes(secret, shared.dataDir)
    await client.call(bindGoogle, { code: await codes() })
    const person = await newPerson(await openBrowser(), address)
    await person.open('/pages/login/import')
    await person.type('12 words, in order', wallet.phrase)
    await person.press(en('restore.next'))
    await person.type(en('password.google_code'), await codes())
    await person.press(en('restore.next'))
    await person.press(en('restore.later'))
    await person.page.waitForURL(/#\/pages\/index\/index/)
    await bindAddress(person, checksumAddress(`0x${randomHex(20)}`), await codes())
    expect(person.complaints.filter((each) => !each.startsWith('400'))).toEqual([])
    await person.context.close()
  })
})
