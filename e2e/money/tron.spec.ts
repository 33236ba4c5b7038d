import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { tronAddressOf } from '#kit/chain/tron-address.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { randomBytes } from '#kit/text/random.ts'
import { picture } from '../run/browser.ts'
import { unitsOnChain } from '../run/chain.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { browserMs } from '../run/patience.ts'
import { bindAddress, bindGoogle, confirm, newPerson, type Person, recharge } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

describe('a wallet that receives and withdraws on TRON', () => {
  const dataDir = shared.dataDir
  const destination = tronAddressOf(randomBytes(20))
  let browser: Browser
  let person: Person
  let codes: () => Promise<string>
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
  })
  afterAll(closePages)

  it('is told in the list of networks that TRON is simulated here', async () => {
    await signIn(person)
    await person.open('/pages/wallet/chain?for=recharge&coin=USDT')
    await person.sees('TRC-20')
    await person.sees('Simulated')
    await picture(person.page, 'tron-networks')
  })

  it('recharges 100 USDT, seen confirming of 20 and then credited', async () => {
    expect(await recharge(person, 'USDT', '100', 'tron')).toMatch(/\d+ of 20/)
    await person.sees(enPattern('chain.simulated_note'))
    // Shown only after the device has verified the signer's certificate.
    await person.page.getByText(en('deposit.address'), { exact: true }).first().waitFor()
    await picture(person.page, 'tron-recharge')
  })

  it('binds an address of 34 characters, checked while it is typed', async () => {
    codes = await bindGoogle(person, shared.dataDir)
    await bindAddress(person, destination, await codes(), 'tron')
  })

  it('withdraws 50 USDT, of which 49 arrive', async () => {
    await ops({ dataDir }, 'clock', 'advance', '25h', '--yes')
    const held = () => unitsOnChain(dataDir, 'tron', 'USDT', destination)
    expect(await held()).toBe(0n)
    await person.open('/pages/wallet/withdraw?coin=USDT&chain=tron')
    await person.type('Amount', '50')
    await person.sees('49.00')
    await person.press('Withdraw')
    await confirm(person, await codes())
    await person.sees(en('pad.done'), 2 * browserMs)
    await picture(person.page, 'tron-withdrawal')
    expect(await held()).toBe(parseUnits('49'))
    expect(await ops({ dataDir }, 'ledger', 'verify')).toContain('Everything holds')
  })

  it('drew no complaint from the browser on the way', () => {
    expect(person.complaints).toEqual([])
  })
})
