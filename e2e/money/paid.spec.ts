import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { maskWalletId } from '#identity/wallet-link.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { axe, faultsOfPage, picture } from '../run/browser.ts'
import { type Held, signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { backUp, confirm, createWallet, newPerson, type Person, password } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const form = '/pages/wallet/conver'
/** Complaints without the expected responses that a wallet cannot be paid. */
const complaintsOf = ({ complaints }: Person): string[] =>
  complaints.filter((each) => !/^400 .*\/api\/wallet\/target/.test(each))

let asking: Person
let paying: Person
let asker: Held
let payer: Held
beforeAll(async () => {
  const browser = await openBrowser()
  const address = shared.address
  asking = await newPerson(browser, address)
  paying = await newPerson(browser, address)
  asker = await signIn(asking)
  payer = await signIn(paying, { coins: { USDT: '300', ATMC: '20' } })
})
afterAll(closePages)

/** Pays through the API in the browser's session. */
async function pays(amount: string, coin: Coin = 'USDT', remark = ''): Promise<void> {
  await payer.client.confirm()
  await payer.client.call(makeTransfer, { receiverId: asker.walletId, coin, amount, remark, code: '' })
}

describe('a request that is open', () => {
  const received = (amount: string) =>
    asking.page.getByRole('heading', { name: new RegExp(`^Received ${amount} From ${maskWalletId(payer.walletId)}$`) })

  it('shows nothing from before, and the payment it asked for as soon as it comes', async () => {
    await pays('5')
    await asking.open(`${form}?view=ask&coin=USDT`)
    await asking.type(en('transfer.ask_amount'), '50')
    await asking.sees('50.00 USDT')
    await paying.open(`${form}?coin=USDT&to=${asker.walletId}&amount=50`)
    await paying.sees(`${maskWalletId(asker.walletId)} asks you for 50.00\u00a0USDT`)
    await picture(paying.page, 'paid asked')
    expect(await axe(paying.page)).toEqual([])
    expect(await asking.page.getByRole('heading', { name: /^Received/ }).count()).toBe(0)
    await paying.press(/^Send 50\.00\sUSDT$/)
    await confirm(paying)
    await paying.sees(en('transfer.done.out'))
    await received('50\\.00\\sUSDT').waitFor()
    expect(await asking.page.getByText(enPattern('transfer.got_asked')).count()).toBe(0)
    await picture(asking.page, 'paid received')
    expect(await axe(asking.page)).toEqual([])
    expect(await faultsOfPage(asking.page)).toEqual([])
  })

  it('keeps its amount, and shows two payments of other amounts and coins as what they are', async () => {
    await asking.press(en('transfer.got_again'))
    await asking.sees('50.00 USDT')
    await pays('20', 'USDT', 'for the tea')
    await received('20\\.00\\sUSDT').waitFor()
    await asking.sees(en('transfer.got_asked', { amount: '50.00\u00a0USDT' }))
    await asking.sees('for the tea')
    await pays('12.5', 'ATMC')
    await received('12\\.50\\sATMC').waitFor()
    await asking.sees(en('transfer.got_more'))
    await asking.sees('+20.00')
    await picture(asking.page, 'paid two')
    expect(await axe(asking.page)).toEqual([])
  })

  it('shows what came while the phone was offline', async () => {
    await asking.press(en('transfer.got_again'))
    await asking.context.setOffline(true)
    await asking.sees('You are offline.')
    await pays('3')
    await asking.context.setOffline(false)
    await received('3\\.00\\sUSDT').waitFor()
    await asking.press(en('pad.done'))
    await asking.page.waitForURL(/wallet\/index/)
    expect(complaintsOf(asking)).toEqual([])
  })
})

describe('paying', () => {
  it('starts with people, and goes on to the amount', async () => {
    await paying.open(form)
    await paying.sees(en('transfer.known'))
    expect(await paying.page.getByLabel('Amount', { exact: true }).count()).toBe(0)
    await picture(paying.page, 'paid people')
    expect(await axe(paying.page)).toEqual([])
    await paying.page
      .getByRole('list', { name: en('transfer.known') })
      .getByRole('button')
      .first()
      .click()
    await paying.page.waitForURL(new RegExp(`to=${asker.walletId}`))
    await paying.page.getByLabel('Amount', { exact: true }).waitFor()
    await paying.press(en('transfer.change'))
    await paying.sees(en('transfer.known'))
  })

  it('waits for a receiver who is not active yet, offers to invite, and can send without a touch once the wallet is', async () => {
    const late = await newPerson(await openBrowser(), shared.address)
    const id = await createWallet(late)
    await paying.open(`${form}?coin=USDT&to=${id}`)
    await paying.type('Amount', '4')
    await paying.sees(en('transfer.not_yet'))
    const send = paying.page.getByRole('button', { name: /^Send 4\.00\sUSDT$/ })
    expect(await send.isDisabled()).toBe(true)
    await picture(paying.page, 'paid not active')
    expect(await axe(paying.page)).toEqual([])
    await paying.page.evaluate('navigator.share = async (data) => { globalThis.shared = data.text }')
    await paying.press(en('transfer.invite'))
    expect(await paying.page.evaluate('globalThis.shared')).toContain(
      `${shared.address}/#/pages/login/create?inviter=${payer.walletId}`,
    )
    await backUp(late)
    await paying.page.getByRole('button', { name: /^Send 4\.00\sUSDT$/, disabled: false }).waitFor()
    expect(await paying.page.getByText('We keep checking.').count()).toBe(0)
    expect(complaintsOf(paying)).toEqual([])
  })
})

describe('a guest', () => {
  it('is told who asks for what, and finds the form filled in after making a wallet', async () => {
    const guest = await newPerson(await openBrowser(), shared.address)
    await guest.open(`${form}?coin=USDT&to=${asker.walletId}&amount=12.5`)
    const asks = `${maskWalletId(asker.walletId)} asks you for 12.50\u00a0USDT`
    await guest.sees(asks)
    await guest.page.getByRole('link', { name: en('link.have'), exact: true }).waitFor()
    await picture(guest.page, 'paid guest')
    expect(await axe(guest.page)).toEqual([])
    expect(await faultsOfPage(guest.page)).toEqual([])
    await guest.page.reload()
    await guest.sees(asks)
    await guest.press(en('link.create'))
    await guest.page.waitForURL(/login\/create/)
    await guest.sees(asks)
    await guest.type(en('new_password.label'), password)
    await guest.type(en('new_password.repeat'), password)
    await guest.choose(en('create.agree'))
    await guest.press(en('start.create'))
    await guest.sees(en('create.done'))
    await guest.press(en('arrived.later'))
    await guest.page.waitForURL(new RegExp(`to=${asker.walletId}`))
    await guest.sees(asks)
    await expect
      .poll(() => guest.page.getByLabel('Amount', { exact: true }).and(guest.page.locator('input')).inputValue())
      .toBe('12.5')
    expect(guest.complaints).toEqual([])
  })

  it('is told that a link is damaged, and finds nothing of it', async () => {
    const guest = await newPerson(await openBrowser(), shared.address)
    await guest.open(`${form}?coin=USDT&to=${asker.walletId}&amount=1,000`)
    await guest.sees(en('link.broken'))
    expect(await guest.page.getByText('asks you for').count()).toBe(0)
    await guest.open('/pages/login/create?inviter=<b>Your bank</b>')
    await guest.sees(en('link.invite_broken'))
    const field = guest.page.getByLabel(en('create.sponsor'), { exact: true })
    expect(await field.inputValue()).toBe('')
    await guest.page.goto('about:blank')
    await guest.open(`/pages/login/create?inviter=${asker.walletId}`)
    await guest.sees(`${maskWalletId(asker.walletId)} invites you`)
    expect(await field.inputValue()).toBe(asker.walletId)
    await picture(guest.page, 'paid invited')
    expect(await axe(guest.page)).toEqual([])
    expect(guest.complaints).toEqual([])
  })
})
