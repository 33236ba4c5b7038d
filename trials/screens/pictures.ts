/**
 * npm run trial pictures [-- ur th (languages) | ur withdraw (screens)]. Uses a fresh demo; only IDs, days and prices vary between runs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { show, speak } from '#e2e/run/layout.ts'
import { newPerson, type Person } from '#e2e/run/person.ts'
import { endProduct, removeData, startProduct } from '#e2e/run/product.ts'
import { liveTenDays } from '#e2e/run/ten-days.ts'
import { languages } from '#locales/registry.ts'
import { putBetween } from '#scripts/run/between-markers.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { root } from '#scripts/run/command.ts'
import { addFonts } from './fonts.ts'

/** Latin with short and long words, Han, Cyrillic, Thai without spaces, right-to-left. */
const tags = ['en', 'de', 'ru', 'zh-Hans', 'th', 'ur'] as const
const themes = ['light', 'dark'] as const
/** Still legible at about 15 KB. */
const quality = 62

type Picture = {
  readonly name: string
  readonly path: string
  /** Must work in any language. */
  readonly act?: (person: Person) => Promise<void>
}
const amount = ({ page }: Person) => page.locator('main input[inputmode]').filter({ visible: true }).first()

const type = (text: string) => async (person: Person) => {
  await amount(person).fill(text)
  await amount(person).blur()
}

async function askToBuy(person: Person): Promise<void> {
  const main = person.page.locator('main')
  await type('250')(person)
  await main.locator('input[type=radio]').last().dispatchEvent('click')
  await main.locator('input[type=checkbox]').last().dispatchEvent('click')
  await main.locator('.bar button:enabled').last().click()
  await person.page.locator('dialog[open]').waitFor()
}

/** Waits until the check on the device succeeds. */
const checked = ({ page }: Person) =>
  page.locator('main div.bg-accent-soft svg:not(button svg)').first().waitFor({ timeout: 120_000 })

/** The headline names the percentage, and the ring counts no parts once the check is over. */
const answered = ({ page }: Person) =>
  page
    .locator('main .hero')
    .filter({ hasText: /[%٪]/, hasNotText: /\d\/\d/ })
    .first()
    .waitFor({ timeout: 120_000 })

/** The line about the company's money names the percentage. */
const lineAnswered = ({ page }: Person) =>
  page.locator('main a[href*="/proof/"]').filter({ hasText: /[%٪]/ }).first().waitFor({ timeout: 120_000 })

const guestPictures: readonly Picture[] = [{ name: 'start', path: '/' }]
const ownPictures: readonly Picture[] = [
  { name: 'home', path: '/pages/index/index', act: lineAnswered },
  { name: 'wallet', path: '/pages/wallet/index' },
  { name: 'recharge', path: '/pages/wallet/recharge?coin=USDT&chain=bsc' },
  { name: 'withdraw', path: '/pages/wallet/withdraw?coin=USDT&chain=bsc', act: type('120') },
  { name: 'products', path: '/pages/invest/index' },
  { name: 'buy', path: '/pages/invest/detail?product=1', act: askToBuy },
  { name: 'order', path: 'order' },
  { name: 'pair', path: '/pages/exchange/index?view=pair&pair=1' },
  { name: 'income', path: '/pages/profit/index' },
  { name: 'records', path: '/pages/wallet/logs' },
  { name: 'otc', path: '/pages/otc/index?side=buy&fiat=SGD' },
  { name: 'proof', path: '/pages/proof/index', act: answered },
  { name: 'own-proof', path: '/pages/proof/mine', act: checked },
]

const folder = join(root, 'docs', 'screens')
const asked = process.argv.slice(2)
const chosen = <Name extends string>(all: readonly Name[]): readonly Name[] => {
  const some = all.filter((each) => asked.includes(each))
  return some.length > 0 ? some : all
}
const wantedTags = chosen(tags)
const wantedNames = chosen([...guestPictures, ...ownPictures].map(({ name }) => name))

/** Writes a WebP screenshot at one pixel per CSS pixel. Resolves to its bytes. */
type Camera = (file: string) => Promise<number>

/** The camera session needs the page's emulation settings again. */
async function cameraFor({ context, page }: Person): Promise<Camera> {
  const session = await context.newCDPSession(page)
  const phone = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true }
  await session.send('Emulation.setDeviceMetricsOverride', phone)
  return async (file) => {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    writeFileSync(file, bytes)
    return bytes.length
  }
}

const twoFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'

async function picturesOf(person: Person, pictures: readonly Picture[]): Promise<void> {
  const take = await cameraFor(person)
  for (const tag of wantedTags) {
    await speak(person, tag)
    await person.page.locator('.toast').first().waitFor({ state: 'detached' })
    mkdirSync(join(folder, tag), { recursive: true })
    for (const { name, path, act } of pictures) {
      if (!wantedNames.includes(name)) continue
      await show(person, path)
      await act?.(person)
      for (const theme of themes) {
        await person.page.emulateMedia({ colorScheme: theme })
        await person.page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
        await person.page.evaluate(twoFrames)
        const bytes = await take(join(folder, tag, `${name}-${theme}.webp`))
        if (bytes > 25_000) process.stdout.write(`${tag} ${name} ${theme} has ${bytes} bytes\n`)
      }
      if (act) await person.page.keyboard.press('Escape')
    }
    process.stdout.write(`${tag}\n`)
  }
}

const words: Record<string, string> = {
  start: 'Start',
  home: 'Home',
  wallet: 'Wallet',
  recharge: 'Deposit',
  withdraw: 'Withdraw',
  products: 'Products',
  buy: 'Confirming an order',
  order: 'An ended order',
  pair: 'A trading pair',
  income: 'Income',
  records: 'History',
  otc: 'P2P: buying USDT',
  proof: 'Proof of reserves',
  'own-proof': 'Your coins in the proof',
}

function gallery(): string {
  const heads = tags.map((tag) => languages.find((language) => language.tag === tag)?.name ?? tag)
  const rows = Object.entries(words).map(([name, said]) => {
    const cells = tags.map((tag) =>
      themes
        .map((theme) => `<img src="${tag}/${name}-${theme}.webp" width="130" alt="${said}, ${tag}, ${theme}">`)
        .join(' '),
    )
    return `| ${[said, ...cells].join(' | ')} |`
  })
  return [`| | ${heads.join(' | ')} |`, `|---|${'---|'.repeat(heads.length)}`, ...rows].join('\n')
}

const product = await startProduct(undefined, true)
const browser = await launchBrowser()
const meet = async (): Promise<Person> => {
  const person = await newPerson(browser, product.address)
  await addFonts(person.context)
  await person.open('/')
  return person
}
try {
  const [guest, holder] = [await meet(), await meet()]
  const order = await liveTenDays(holder, product.dataDir)
  await picturesOf(guest, guestPictures)
  await picturesOf(
    holder,
    ownPictures.map((each) => (each.path === 'order' ? { ...each, path: order } : each)),
  )
  const page = join(folder, 'README.md')
  writeFileSync(page, putBetween(readFileSync(page, 'utf8'), 'pictures', gallery()))
} finally {
  await browser.close()
  await endProduct(product)
  removeData(product)
}
