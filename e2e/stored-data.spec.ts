import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { storageKeys } from '#kit/wire/storage-keys.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { picture } from './browser.ts'
import { backUp, createWallet, newPerson, type Person } from './person.ts'

const said = 'The data stored on this device could not be read and was cleared'
/** Where each key is read; on the first screen unless said. */
const readOn: Readonly<Record<string, string>> = {
  [storageKeys.depositKeys]: '/pages/wallet/recharge?coin=USDT&chain=bsc',
  [storageKeys.contacts]: '/pages/wallet/conver',
}
/** Read before anything can be decrypted, or by nobody yet: there is nothing to say then. */
const silent: readonly string[] = [storageKeys.boot, storageKeys.line, storageKeys.googleBound, storageKeys.boundEmail]
/**
 * Read where money is asked for, where the open key that says the language is gone, once operators have published a head, once there is a
 * queue, once a day is over, or once this device is told of things.
 */
const later: readonly string[] = [
  storageKeys.walletToken,
  storageKeys.language,
  storageKeys.systemLanguage,
  storageKeys.logHead,
  storageKeys.queueHead,
  storageKeys.ownProof,
  storageKeys.pushFor,
]

/** What may stand in a key: nobody's value, another key's value, one cut off. */
const garbage = {
  'plain words': () => 'garbage',
  nothing: () => '',
  'the value of another key': (kept: Readonly<Record<string, string>>, key: string) =>
    Object.entries(kept).find(([other]) => other !== key && other !== storageKeys.boot)?.[1] ?? 'v1.',
  'its own value cut off': (kept: Readonly<Record<string, string>>, key: string) =>
    (kept[key] ?? 'v1.AAAA').slice(0, -4),
} as const

describe('data that cannot be read', () => {
  let browser: Browser
  let person: Person
  let kept: Record<string, string>
  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser, inject('address'))
    await createWallet(person)
    await backUp(person)
    await person.open('/pages/wallet/recharge?coin=USDT&chain=bsc')
    await person.open('/pages/proof/changes')
    await person.sees('Change log')
    kept = await person.page.evaluate<Record<string, string>>('({ ...localStorage })')
  })
  afterAll(() => browser.close())

  /** Everything as it was, and one key as given; opened from a bookmark. */
  async function openWith(key: string, value: string, name: string, says: boolean): Promise<void> {
    const { page, address } = person
    // A page of ours without the app: the app would read the key by itself while it is being written.
    await page.goto(`${address}/icon.svg`)
    await page.evaluate(
      ([all, damaged, text]) => {
        localStorage.clear()
        for (const [each, own] of Object.entries(all)) localStorage.setItem(each, own)
        localStorage.setItem(damaged, text)
      },
      [kept, key, value] as const,
    )
    // The words stand three seconds: they are waited for from before the page comes.
    await Promise.all([
      says ? person.sees(said) : undefined,
      page.goto(`${address}/?${name}#${readOn[key] ?? '/pages/wallet/index'}`),
    ])
    await page.getByRole('main').waitFor()
  }

  for (const [name, key] of Object.entries(storageKeys))
    it(`in ${key} leads to a working screen that says so`, async () => {
      for (const [kind, make] of Object.entries(garbage)) {
        const says = !silent.includes(key) && !later.includes(key)
        await openWith(key, make(kept, key), `${name}-${kind.replace(/\W/g, '')}`, says)
        if (!says) continue
        if (key === storageKeys.wallets && kind === 'plain words') await picture(person.page, 'data error')
        const left = await person.page.evaluate<string[]>('Object.keys(localStorage)')
        expect(left.filter((one) => one === storageKeys.userToken || one === storageKeys.wallets)).toEqual([])
      }
      // The app goes on from there: the start page can be opened, and what it says is there.
      await person.open('/pages/my/settings')
      await person.sees('Version info')
      expect(person.complaints).toEqual([])
    })
})
