/**
 * npm run trial route-changes [-- 3 (runs per screen) | slower:1 (no slowdown)]. Code and data are cached. Writes docs/route-changes.md.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { becomeHolder } from '#e2e/run/holder.ts'
import { show } from '#e2e/run/layout.ts'
import { newPerson } from '#e2e/run/person.ts'
import { endProduct, removeData, startProduct } from '#e2e/run/product.ts'
import { ownScreens } from '#e2e/run/screens.ts'
import { wallClock } from '#kit/time/clock.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { root } from '#scripts/run/command.ts'

const words = process.argv.slice(2)
const goes = Number(words.find((word) => /^\d+$/.test(word)) ?? 5)
const slower = Number(words.find((word) => word.startsWith('slower:'))?.slice(7) ?? 4)
const goal = 80
const between = '/pages/my/settings'

/** Runs in the page. Milliseconds from the click until the complete screen is drawn. */
const change = (path: string): string => `(async () => {
  const target = ${JSON.stringify(`#${path}`)}
  const drawn = () => new Promise((done) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => done(); port2.postMessage(0) }))
  document.querySelector('main').setAttribute('data-before', '')
  const link = document.createElement('a')
  link.href = target
  document.body.append(link)
  const began = performance.now()
  link.click()
  do await drawn(); while (!isWhole() && performance.now() - began < 30_000)
  const took = performance.now() - began
  link.remove()
  return took
})()`

const product = await startProduct()
const browser = await launchBrowser()
try {
  const person = await newPerson(browser, product.address)
  await becomeHolder(person, product.dataDir)
  await person.open(between)
  const screens = ownScreens.filter((path) => path !== between)
  for (const path of [...screens, between]) await show(person, path)
  const session = await person.page.context().newCDPSession(person.page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const took = new Map<string, number[]>(screens.map((path) => [path, []]))
  for (let go = 0; go < goes; go += 1)
    for (const path of screens) {
      await show(person, path)
      await show(person, between)
      await person.page.waitForTimeout(300)
      took.get(path)?.push(await person.page.evaluate<number>(change(path)))
      await person.page.waitForTimeout(300)
    }
  const middle = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  const rows = [...took].map(([path, all]) => ({ path, middle: middle(all), most: Math.max(...all) }))
  rows.sort((a, b) => b.middle - a.middle)
  const above = rows.filter((row) => row.middle > goal)
  const page = `# From one screen to the next

\`npm run trial route-changes\` on ${wallClock.now().toISOString().slice(0, 10)} opened ${rows.length} screens of a wallet ${goes} times each from the settings, after an earlier visit, on a
processor slowed down ${slower} times. The table shows the milliseconds from the press until the complete screen is drawn. The goal is at most ${goal} ms, which
${above.length === 0 ? 'every screen' : `all but ${above.length} screens`} met. Half of the screens took at most ${middle(rows.map((row) => row.middle)).toFixed(0)} ms.

| screen | median ms | most ms |
| --- | --- | --- |
${rows.map((row) => `| \`${row.path}\` | ${row.middle.toFixed(0)} | ${row.most.toFixed(0)} |`).join('\n')}
`
  process.stdout.write(page)
  if (slower === 4) writeFileSync(join(root, 'docs', 'route-changes.md'), page)
} finally {
  await browser.close()
  await endProduct(product)
  removeData(product)
}
