import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choosePush } from '#features/news/push/push.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { en } from '#kit/test/test-texts.ts'
import { wallClock } from '#kit/time/clock.ts'
import { type TestPushService, testPushService } from '#outside/push/test-push-service.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'
import { axe, isTrueIn, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { faultsNow } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { hasUsdt } from '../run/others.ts'
import { bindGoogle, newPerson, type Person } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

/** Replaces the push service, which test browsers lack, with a local address whose keys decrypt messages. */
const deviceInstead = (device: { address: string; pub: string; secret: string }): string => `{
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
  const device = ${JSON.stringify(device)}
  globalThis.pushAsked = []
  let made = null
  const subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    pushAsked.push(['subscribe', userVisibleOnly, applicationServerKey.byteLength])
    made = {
      endpoint: device.address,
      options: { applicationServerKey: applicationServerKey.buffer },
      getKey: (name) => bytes(name === 'p256dh' ? device.pub : device.secret),
      unsubscribe: async () => { pushAsked.push(['unsubscribe']); made = null; return true },
    }
    return made
  }
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => made })
}`

type Told = { readonly title: string; readonly tag: string; readonly address: string; readonly lang: string }

describe('a device that is told while the app is closed', () => {
  let browser: Browser
  let service: TestPushService
  let person: Person
  let giver: TestClient
  let walletId: string
  beforeAll(async () => {
    browser = await openBrowser()
    service = await testPushService(shared.pushPort)
    person = await newPerson(browser, shared.address, false, true)
    await person.context.grantPermissions(['notifications'], { origin: shared.address })
    await person.context.addInitScript(deviceInstead(service.device))
    walletId = (await signIn(person)).walletId
    giver = testClient(shared.address)
    const { walletId: giverId } = await giver.createWallet()
    await ops({ dataDir: shared.dataDir }, 'faucet', giverId, '100', 'USDT', '--yes')
    await hasUsdt(giver, '100')
  })
  afterAll(async () => {
    await closePages()
    await service.close()
  })

  const give = async (): Promise<void> => {
    await giver.confirm()
    await giver.call(makeTransfer, { receiverId: walletId, coin: 'USDT', amount: '12.34' })
  }
  const told = (): Told[] => service.pushed.map(({ text }) => JSON.parse(text) as Told)
  const titles = (): string[] => told().map(({ title }) => title)
  const mayBeTold = () => person.page.getByRole('switch', { name: en('push.on') })
  const quietHours = () => person.page.getByRole('switch', { name: en('push.quiet') })

  it('is turned on in the settings, and shows what came without an amount, leading to its screen', async () => {
    await isTrueIn(person.page, "navigator.serviceWorker.controller?.state === 'activated'")
    await person.open('/pages/my/settings')
    await person.press(en('title.push'))
    await mayBeTold().click()
    await expect.poll(() => mayBeTold().isChecked()).toBe(true)
    expect(await person.page.evaluate('pushAsked')).toEqual([['subscribe', true, 65]])
    expect([...(await axe(person.page)), ...(await faultsNow(person.page))]).toEqual([])
    await picture(person.page, 'push on')
    await give()
    await expect.poll(titles).toEqual([en('own.kind.arrived')])
    const [message] = service.pushed
    expect(message?.text).not.toMatch(/\d\.\d|USDT/)
    expect(message?.text).not.toContain(walletId)
    // The worker test covers the notification.
    await person.open(told()[0]?.address ?? '')
    await person.sees(/12\.34/)
  })

  it('is told nothing of money in quiet hours but what guards the wallet, and the rest afterwards', async () => {
    service.pushed.length = 0
    await person.open('/pages/my/push')
    await quietHours().click()
    const hour = wallClock.now().getHours()
    const at = (later: number) => `${String((hour + later) % 24).padStart(2, '0')}:00`
    await person.page.getByLabel('From', { exact: true }).selectOption(at(0))
    await person.page.getByLabel(en('push.until'), { exact: true }).selectOption(at(3))
    await person.press('Save')
    await person.page.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    await give()
    await bindGoogle(person, shared.dataDir)
    await expect.poll(() => titles().length).toBe(1)
    expect(titles()).toEqual([en('mail.subject_told_authenticator')])
    await person.open('/pages/my/push')
    await quietHours().click()
    await person.press('Save')
    await expect.poll(titles).toEqual([en('mail.subject_told_authenticator'), en('own.kind.arrived')])
  })

  it('is told nothing once it is turned off, while another device still is', async () => {
    service.pushed.length = 0
    await person.open('/pages/my/push')
    await mayBeTold().click()
    await expect.poll(() => mayBeTold().isChecked()).toBe(false)
    expect(await person.page.evaluate('pushAsked.at(-1)')).toEqual(['unsubscribe'])
    await give()
    const other = testClient(shared.address)
    const { walletId: otherId } = await other.createWallet()
    const kinds = ['money' as const]
    const choice = { ...service.device, kinds, window: '', zone: 'UTC', language: 'de' as const }
    await other.call(choosePush, choice, { params: { lang: 'de' } })
    for (let times = 1; times <= 2; times += 1) {
      await giver.call(makeTransfer, { receiverId: otherId, coin: 'USDT', amount: '1' })
      await expect.poll(() => service.pushed.length).toBe(times)
    }
    expect(told().map(({ lang }) => lang)).toEqual(['de', 'de'])
    expect(person.complaints).toEqual([])
  })
})
