/** npm run trial first-figures [-- 3 (runs per screen) rtt:562 (milliseconds) all (layout shift of every screen)] */
import { becomeHolder } from '#e2e/run/holder.ts'
import { newPerson, type Person } from '#e2e/run/person.ts'
import { endProduct, removeData, startProduct } from '#e2e/run/product.ts'
import { ownScreens } from '#e2e/run/screens.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'

const words = process.argv.slice(2)
const runs = Number(words.find((word) => /^\d+$/.test(word)) ?? 5)
/** Lighthouse's slow 4G: 150 ms and 1.6 Mbit/s. */
const latency = Number(words.find((word) => word.startsWith('rtt:'))?.slice(4) ?? 150)
const throughput = (1_638_400 / 8) * (words.includes('slow3g') ? 0.25 : 1)

/** A figure that only the server knows. */
const screens = [
  { name: 'home', path: '/pages/index/index', figure: String.raw`\d[\d,]*\.\d\d` },
  { name: 'wallet', path: '/pages/wallet/index', figure: String.raw`\d[\d,]*\.\d\d` },
  { name: 'product', path: '/pages/invest/detail?product=1', figure: String.raw`\d[\d,.]* USDT` },
  { name: 'pair', path: '/pages/exchange/index?view=pair&pair=3', figure: String.raw`\d\.\d{2,}` },
] as const

/** Runs in the page before its scripts. */
const watch = (figure: string): string => `
  globalThis.shifted = 0
  globalThis.moved = []
  new PerformanceObserver((list) => { for (const each of list.getEntries()) if (!each.hadRecentInput) {
    shifted += each.value
    moved.push(...each.sources.map(({ node, previousRect: was, currentRect: is }) => was.top + '>' + is.top + ' ' + was.height + '>' + is.height + ' ' + (node?.outerHTML ?? '').slice(0, 140)))
  } }).observe({ type: 'layout-shift', buffered: true })
  let found
  globalThis.figures = new Promise((done) => { found = done })
  const look = () => {
    const main = [...document.querySelectorAll('main')].at(-1)
    if (main && new RegExp(${JSON.stringify(figure)}).test(main.textContent)) {
      globalThis.figuresAt = performance.now()
      found()
      globalThis.said = main.textContent.match(new RegExp(${JSON.stringify(figure)}))[0]
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const forget = `(async () => {
  for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
})()`

type Seen = { readonly ms: number; readonly shift: number; readonly said: string; readonly moved: readonly string[] }
async function visit(person: Person, path: string, figure: string, isCold: boolean): Promise<Seen> {
  const page = await person.context.newPage()
  try {
    const session = await person.context.newCDPSession(page)
    await page.goto(`${person.address}/icon.svg`)
    if (isCold) {
      await page.evaluate(forget)
      await session.send('Network.clearBrowserCache')
    }
    await page.addInitScript(watch(figure))
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(`${person.address}/#${path}`)
    await page.evaluate('figures')
    // The layout must also stay in place after the figures.
    await page.waitForTimeout(3_000)
    return await page.evaluate<Seen>('({ ms: figuresAt, shift: shifted, said, moved })')
  } finally {
    await page.close()
  }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

async function measureShifts(person: Person): Promise<void> {
  const all: (Seen & { readonly path: string })[] = []
  const chosen = ownScreens.filter((path) => words.includes(path))
  for (const path of chosen.length > 0 ? chosen : ownScreens)
    all.push({ path, ...(await visit(person, path, '.', false)) })
  const moving = all.filter(({ shift }) => shift > 0.01)
  process.stdout.write(`${all.length} screens, ${moving.length} shift by more than 0.01\n`)
  for (const { path, shift, moved } of moving)
    process.stdout.write(`${shift.toFixed(3)} ${path}\n${moved.map((each) => `  ${each}\n`).join('')}`)
}

async function measureFigures(person: Person): Promise<void> {
  process.stdout.write('| Screen | cold ms | later visit ms | most layout shift | figure |\n|---|---|---|---|---|\n')
  for (const { name, path, figure } of screens) {
    const cold: Seen[] = []
    const later: Seen[] = []
    for (let run = 0; run < runs; run += 1) {
      cold.push(await visit(person, path, figure, true))
      later.push(await visit(person, path, figure, false))
    }
    const of = (all: readonly Seen[]) => median(all.map(({ ms }) => ms)).toFixed(0)
    const shift = Math.max(...[...cold, ...later].map((each) => each.shift)).toFixed(3)
    process.stdout.write(`| ${[name, of(cold), of(later), shift, cold[0]?.said].join(' | ')} |\n`)
  }
}

const product = await startProduct()
const browser = await launchBrowser()
try {
  const person = await newPerson(browser, product.address)
  await becomeHolder(person, product.dataDir)
  await (words.includes('all') ? measureShifts(person) : measureFigures(person))
} finally {
  await browser.close()
  await endProduct(product)
  removeData(product)
}
