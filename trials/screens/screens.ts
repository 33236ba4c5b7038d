/**
 * npm run trial screens [-- de ru (languages) | closely:ur large:ru (single parts)]. Some texts are doubled. Checks accessibility in English
 * and Urdu, and writes docs/screens/coverage.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { becomeHolder, disputeTrade } from '#e2e/run/holder.ts'
import { type Closely, checkClosely, checkInLanguages, type Fault, widths } from '#e2e/run/layout.ts'
import { newPerson, type Person } from '#e2e/run/person.ts'
import { endProduct, removeData, startProduct } from '#e2e/run/product.ts'
import { guestScreens, ownScreens } from '#e2e/run/screens.ts'
import { wallClock } from '#kit/time/clock.ts'
import { languages } from '#locales/registry.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { root } from '#scripts/run/command.ts'
import { addFonts } from './fonts.ts'

/** Number of OTC screens: an ad, a transaction and a dispute. */
const traded = 3
const file = join(root, 'docs', 'screens', 'coverage.md')
const closely: readonly Closely[] = [
  { theme: 'light', percent: 100 },
  { theme: 'light', percent: 200 },
  { theme: 'dark', percent: 200 },
  { theme: 'dark', percent: 100 },
]
/** Short words, long words, Cyrillic, tall letters and right-to-left text. */
const large = ['en', 'de', 'ru', 'km', 'ur'].map((tag) => `large:${tag}`)
const parts = [...languages.map(({ tag }) => tag as string), ...large, 'closely:en', 'closely:ur']
const asked = process.argv.slice(2)
const wanted = asked.length > 0 ? parts.filter((part) => asked.includes(part)) : parts
if (asked.length !== wanted.length && asked.length > 0) throw new Error(`parts are ${parts.join(' ')}`)

/** Keeps rows of parts that this run skips. */
const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
const rows = new Map(
  parts.map((part) => [part, before.filter((line) => line.startsWith(`| ${part} |`) || line.startsWith(`- ${part}:`))]),
)

async function lookAt(part: string, person: Person, paths: readonly string[]): Promise<Fault[]> {
  const tag = languages.find((language) => part.replace(/^.*:/, '') === language.tag)?.tag ?? 'en'
  if (part === tag) return checkInLanguages(person, paths, [tag])
  return large.includes(part)
    ? checkInLanguages(person, paths, [tag], [320], 200)
    : checkClosely(person, paths, tag, closely)
}

function keep(part: string, ways: readonly string[], screens: number, found: readonly Fault[]): void {
  const day = wallClock.now().toISOString().slice(0, 10)
  const cells = ways.map((way) => {
    const faults = found.filter(({ look }) => look === way)
    return `${screens} · ${faults.length}`
  })
  const elsewhere = found.filter(({ look }) => !ways.includes(look)).length
  rows.set(part, [
    `| ${[part, day, ...cells, elsewhere].join(' | ')} |`,
    ...found.map(({ path, look, fault }) => `- ${part}: ${look}, \`${path.replace(/id=\w{8,}/, 'id=…')}\`: ${fault}`),
  ])
}

const table = (chosen: readonly string[], heads: readonly string[]): string =>
  [
    `| ${['Part', 'Checked on', ...heads, 'console'].join(' | ')} |`,
    `|---|---|${'---|'.repeat(heads.length + 1)}`,
    ...chosen.flatMap((part) => rows.get(part)?.filter((line) => line.startsWith('|')) ?? []),
  ].join('\n')

function write(): void {
  const faults = [...rows.values()].flat().filter((line) => line.startsWith('-'))
  const tags = parts.filter((part) => !part.includes(':'))
  const rules = parts.filter((part) => part.startsWith('closely:'))
  const all = guestScreens.length + ownScreens.length + 1 + traded
  const page = `# Every screen, checked by a script

\`npm run trial screens\` (\`trials/screens/screens.ts\`) opens every screen of the real product and writes this page. The lists \`guestScreens\` and
\`ownScreens\` in \`e2e/run/screens.ts\` name the screens. The cell \`${all} · 0\` means ${all} checked screens without a fault.

## In every language

The script checks windows of 320, 390 and 1,280 px:

- Nothing is wider than its window, and no text is cut or overflows.
- No screen shows the ID of a text.
- The console is empty.
- No answer has a status of 400 or above.

${table(
  tags,
  widths.map((width) => `${width} px`),
)}

## With text twice as large

The script makes the same checks on the smallest phone.

${table(large, ['320 px, text 200 %'])}

## Accessibility

The script also runs all rules of axe, at 390 px.

${table(
  rules,
  closely.map(({ theme, percent }) => `${theme}, text ${percent} %`),
)}

## Open faults

${faults.join('\n') || 'None.'}
`
  mkdirSync(join(root, 'docs', 'screens'), { recursive: true })
  writeFileSync(file, page)
}

const product = await startProduct()
const browser = await launchBrowser()
try {
  const [guest, holder] = [await newPerson(browser, product.address), await newPerson(browser, product.address)]
  for (const { context } of [guest, holder]) await addFonts(context)
  await guest.open('/')
  const record = await becomeHolder(holder, product.dataDir)
  const own = [...ownScreens, record, ...(await disputeTrade(holder, product.dataDir))]
  for (const part of wanted) {
    const since = performance.now()
    const found = [...(await lookAt(part, guest, guestScreens)), ...(await lookAt(part, holder, own))]
    const ways = large.includes(part)
      ? [`${part.slice(6)} 320 200 %`]
      : part.includes(':')
        ? closely.map(({ theme, percent }) => `${part.slice(8)} ${theme} ${percent} %`)
        : widths.map((width) => `${part} ${width}`)
    keep(part, ways, guestScreens.length + own.length, found)
    process.stdout.write(`${part}: ${found.length} faults, ${Math.round((performance.now() - since) / 1000)} s\n`)
    write()
  }
} finally {
  await browser.close()
  await endProduct(product)
  removeData(product)
}
