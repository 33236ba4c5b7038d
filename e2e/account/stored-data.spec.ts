import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { storageKeys } from '#kit/wire/storage-keys.ts'
import { picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { createWallet, newPerson, type Person, password } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const said = en('data.damaged')
/** Screens that read a key. Default: the wallet screen. */
const readOn: Readonly<Record<string, string>> = {
  [storageKeys.contacts]: '/pages/wallet/conver',
}
/** Keys read before decryption is possible, or not read yet, so no message appears. */
const silent: readonly string[] = [storageKeys.boot, storageKeys.line, storageKeys.googleBound, storageKeys.boundEmail]
const later: readonly string[] = [
  storageKeys.walletToken,
  storageKeys.language,
  storageKeys.systemLanguage,
  storageKeys.logHead,
  storageKeys.queueHead,
  storageKeys.ownProof,
  storageKeys.passkeyOffered,
  storageKeys.pushOffered,
  storageKeys.installOffered,
  storageKeys.pushFor,
  storageKeys.depositKeys,
  storageKeys.drafts,
  storageKeys.drills,
]

const garbage = {
  'plain words': () => 'garbage',
  nothing: () => '',
  'the value of another key': (kept: Readonly<Record<string, string>>, key: string) =>
    Object.entries(kept).find(([other]) => other !== key && other !== storageKeys.boot)?.[1] ?? 'v1.',
  'its own value cut off': (kept: Readonly<Record<string, string>>, key: string) =>
    (kept[key] ?? 'v1.AAAA').slice(0, -4),
} as const

const rowsOf = `new Promise((done) => {
  const request = indexedDB.open('glasshouse', 1)
  request.onsuccess = () => {
    const store = request.result.transaction('keys').objectStore('keys')
    const [names, values] = [store.getAllKeys(), store.getAll()]
    values.onsuccess = () => {
      request.result.close()
      done(names.result.map((name, nth) => [name, typeof values.result[nth]]))
    }
  }
})`
const damage = (name: string) => `new Promise((done) => {
  const request = indexedDB.open('glasshouse', 1)
  request.onsuccess = () => {
    const transaction = request.result.transaction('keys', 'readwrite')
    transaction.objectStore('keys').put('garbage', ${JSON.stringify(name)})
    transaction.oncomplete = () => { request.result.close(); done() }
  }
})`

/** Opens a page without the app, which could read a key during the write. */
const leaveApp = ({ page, address }: Person) => page.goto(`${address}/icon.svg`)

describe('data that cannot be read', () => {
  let browser: Browser
  let person: Person
  let walletId: string
  let kept: Record<string, string>
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    walletId = await createWallet(person)
    await person.open('/pages/wallet/recharge?coin=USDT&chain=bsc')
    await person.open('/pages/proof/changes')
    await person.sees('Change log')
    await leaveApp(person)
    kept = await person.page.evaluate<Record<string, string>>('({ ...localStorage })')
  })
  afterAll(closePages)

  async function openWith(key: string, value: string, name: string, says: boolean): Promise<void> {
    const { page, address } = person
    await leaveApp(person)
    await page.evaluate(
      ([all, damaged, text]) => {
        for (const [each, own] of Object.entries(all)) localStorage.setItem(each, own)
        localStorage.setItem(damaged, text)
      },
      [kept, key, value] as const,
    )
    await Promise.all([
      says ? person.sees(said) : undefined,
      page.goto(`${address}/?${name}#${readOn[key] ?? '/pages/wallet/index'}`),
    ])
    await page.getByRole('main').waitFor()
  }
  async function opensWords(): Promise<void> {
    await person.open('/pages/my/settings')
    await person.sees(en('my.version'))
    await person.open('/pages/login/index')
    await person.sees(walletId)
    const field = person.page.getByLabel('Wallet password', { exact: true }).filter({ visible: true })
    if (await field.count()) {
      await person.type('Wallet password', password)
      await person.press('Log in')
      await field.waitFor({ state: 'detached' })
      // The old token would sign out the next case.
      const { userToken, walletToken, walletId: signedIn } = storageKeys
      const now = await person.page.evaluate<Record<string, string>>('({ ...localStorage })')
      for (const key of [userToken, walletToken, signedIn]) if (now[key] !== undefined) kept[key] = now[key]
    }
    await person.open('/pages/back/index')
    await person.type('Wallet password', password)
    await person.press(en('back_up.begin'))
    await person.press(/^Show the words/)
  }

  for (const [name, key] of Object.entries(storageKeys))
    it(`in ${key} costs this value alone: the wallet is there and its words open`, async () => {
      for (const [kind, make] of Object.entries(garbage)) {
        const says = !silent.includes(key) && !later.includes(key)
        await openWith(key, make(kept, key), `${name}-${kind.replace(/\W/g, '')}`, says)
        if (key === storageKeys.wallets && kind === 'plain words') await picture(person.page, 'data error')
      }
      await opensWords()
      expect(person.complaints).toEqual([])
    })

  it('in any row of the database costs no wallet, and what held words is put aside', async () => {
    await leaveApp(person)
    const rows = (await person.page.evaluate<[string, string][]>(rowsOf)).map(([name]) => name)
    expect(rows).toContain(`wallet:${walletId}`)
    for (const [nth, name] of rows.filter((each) => !each.startsWith('aside:')).entries()) {
      await leaveApp(person)
      await person.page.evaluate(damage(name))
      await person.page.goto(`${person.address}/?row${nth}#/pages/my/settings`)
      await person.sees(en('my.version'))
      await opensWords()
    }
    const after = (await person.page.evaluate<[string, string][]>(rowsOf)).map(([name]) => name)
    expect(after.some((name) => name.startsWith(`aside:wallet:${walletId}`))).toBe(true)
    expect(person.complaints).toEqual([])
  })
})
