import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { testClient } from '#server/test/test-client.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { confirm, newPerson, type Person, pressConfirm } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

describe('a passkey', () => {
  let browser: Browser
  let person: Person
  let receiver: string
  beforeAll(async () => {
    browser = await openBrowser()
    // A passkey needs a domain, and the test address is an IP.
    person = await newPerson(browser, shared.address.replace('127.0.0.1', 'localhost'))
    receiver = (await testClient(shared.address).createWallet()).walletId
    await signIn(person, { coins: { USDT: '50' }, activate: false })
  })
  afterAll(closePages)

  /** A virtual authenticator with automatic user verification. */
  const plugIn = async (): Promise<void> => {
    const devtools = await person.context.newCDPSession(person.page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  }
  const askTransfer = async (amount: string): Promise<void> => {
    await person.open('/pages/wallet/conver?coin=USDT')
    await person.type(en('transfer.receiver'), receiver)
    await person.type('Amount', amount)
    await person.press(/^Send /)
    await person.sees(en('transfer.confirm_title'))
  }
  /** With a passkey, the password is the second option. */
  const otherWay = () => person.page.getByRole('button', { name: en('password.instead'), exact: true })

  it('is added, confirms a transfer without the password, and is removed', async () => {
    await askTransfer('2')
    expect(await otherWay().count()).toBe(0)
    await confirm(person)
    await person.sees(en('transfer.done.out'))
    await plugIn()
    await person.open('/pages/my/security?view=passkeys')
    await person.sees(en('security.passkey_none'))
    await person.press(en('security.passkey_add'))
    await confirm(person)
    await person.sees(enPattern('security.passkey_added'))
    await person.sees(en('security.this_device'))
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'passkeys')

    await askTransfer('3')
    await otherWay().waitFor()
    expect(await person.page.getByLabel('Wallet password', { exact: true }).count()).toBe(0)
    await picture(person.page, 'passkey sheet')
    await pressConfirm(person)
    await person.sees(en('transfer.done.out'))

    await person.open('/pages/my/security?view=passkeys')
    await person.sees(/^Last used/)
    await person.press('Remove')
    await person.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await person.sees(en('security.passkey_none'))
    await askTransfer('4')
    await person.page.getByLabel('Wallet password').first().waitFor()
    expect(await otherWay().count()).toBe(0)
    expect(person.complaints).toEqual([])
  })
})
