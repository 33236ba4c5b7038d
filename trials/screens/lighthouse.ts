/**
 * npm run trial lighthouse [-- 1 (run, default 3) | --applied (throttled instead of simulated network) | proof (matching screens only; writes
 * nothing)]. Writes medians to docs/lighthouse.md. npm fetches Lighthouse into its cache.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { visitOf } from '#e2e/run/browser.ts'
import { createWallet, personOf } from '#e2e/run/person.ts'
import { endProduct, ops, removeData, startProduct } from '#e2e/run/product.ts'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { wallClock } from '#kit/time/clock.ts'
import { launchProfile } from '#scripts/run/chromium.ts'
import { root } from '#scripts/run/command.ts'

const version = 'lighthouse@13.5.0'
const applied = process.argv.includes('--applied')
const runs = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 3)
const only = process.argv.slice(2).find((word) => /^[a-z]/.test(word))

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const figures = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const
type Report = {
  readonly categories: Record<string, { readonly score: number | null }>
  readonly audits: Record<
    string,
    {
      readonly score: number | null
      readonly title: string
      readonly numericValue?: number
      readonly details?: { readonly items?: readonly unknown[] }
    }
  >
}
type Measured = Readonly<Record<string, number>>

/** Unless `again`, first clears cached files and the worker, but not the session. */
async function measure(url: string, port: number, folder: string, again: boolean): Promise<Report> {
  const file = join(folder, 'report.json')
  const args = [
    'exec',
    '--yes',
    '--',
    version,
    url,
    `--port=${port}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ]
  const how = applied ? ['--throttling-method=devtools'] : []
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const given = [...args, `--only-categories=${categories.join(',')}`, ...how]
  if (again) given.push('--disable-storage-reset')
  // Asynchronous, because this process also controls the browser.
  const program = spawn('npm', given, { cwd: folder, env, stdio: 'inherit', shell: process.platform === 'win32' })
  const code = await new Promise((resolve) => program.once('exit', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function figuresOf({ categories: scores, audits }: Report): Measured {
  const marks = categories.map((name) => [name, Math.round((scores[name]?.score ?? 0) * 100)])
  const times = Object.keys(figures).map((id) => [id, audits[id]?.numericValue ?? 0])
  const network = audits['network-requests']
  return Object.fromEntries([...marks, ...times, ['requests', network?.details?.items?.length ?? 0]])
}

const product = await startProduct()

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-lighthouse-'))
const port = await freePort()
const context = await launchProfile(join(folder, 'profile'), [`--remote-debugging-port=${port}`])

/** A proof needs a past day. Its reserve statement follows later. */
async function passDay(): Promise<void> {
  await ops(product, 'clock', 'advance', '1d', '--yes')
  const { page, open, sees } = personOf(await visitOf(context), product.address)
  const isThere = async (path: string, words: string): Promise<boolean> => {
    await open(path)
    await page.reload()
    return sees(words, 4_000).then(
      () => true,
      () => false,
    )
  }
  for (const [path, words] of [
    ['/pages/proof/index', 'We hold at least'],
    ['/pages/proof/reserves', 'Each address signed'],
  ] as const)
    for (let attempts = 1; !(await isThere(path, words)); attempts += 1)
      if (attempts === 40) throw new Error(`no '${words}'`)
  await page.close()
}

/** Visits first, because Lighthouse leaves too early for the browser to cache the app. */
async function visitFirst(): Promise<void> {
  const { page } = personOf(await visitOf(context), product.address)
  await page.goto(`${product.address}/#/pages/index/index`)
  await page.evaluate('navigator.serviceWorker.ready')
  await page.waitForLoadState('networkidle')
  await page.close()
}

const rows: string[] = []
const failing = new Map<string, Set<string>>()
try {
  const look = async (name: string, path: string, again = false): Promise<void> => {
    if (only && !name.includes(only)) return
    const all: Measured[] = []
    for (let run = 0; run < runs; run += 1) {
      const report = await measure(`${product.address}/#${path}`, port, folder, again)
      all.push(figuresOf(report))
      for (const [id, { score, title }] of Object.entries(report.audits))
        if (score !== null && score < 0.9)
          failing.set(`${title} (${id})`, (failing.get(`${title} (${id})`) ?? new Set()).add(name))
    }
    const middle = (key: string): number => median(all.map((each) => each[key] ?? 0))
    const marks = categories.map((key) => middle(key))
    const times = Object.keys(figures).map((key) => middle(key).toFixed(key === 'cumulative-layout-shift' ? 3 : 0))
    rows.push(`| ${[name, ...marks, ...times, middle('requests')].join(' | ')} |`)
    process.stdout.write(`${rows.at(-1)}\n`)
  }
  await look('start', '/')
  await look('signing in', '/pages/login/index')
  await look('home of a guest', '/pages/index/index')
  if (!only || 'proof of reserves'.includes(only)) await passDay()
  await look('proof', '/pages/proof/index')
  await look('proof of reserves', '/pages/proof/reserves')
  const person = personOf(await visitOf(context), product.address)
  await createWallet(person)
  await person.page.close()
  await look('home of a wallet', '/pages/index/index')
  await visitFirst()
  await look('home of a wallet, second visit', '/pages/index/index', true)
} finally {
  await context.close()
  rmSync(folder, { recursive: true, force: true })
  await endProduct(product)
  removeData(product)
}

const day = wallClock.now().toISOString().slice(0, 10)
const heads = ['screen', ...categories, ...Object.values(figures), 'requests']
const page = `# Lighthouse

\`npm run trial lighthouse${applied ? ' -- --applied' : ''}\` measured these medians of ${runs} runs on ${day}, with ${version.replace('lighthouse@', 'Lighthouse ')} and ${applied ? 'a throttled network and processor. The request counts include requests after the first render' : 'its simulated phone and network'}.

| ${heads.join(' | ')} |
|${heads.map(() => '---|').join('')}
${rows.join('\n')}

Audits with a score below 90 in at least one run:

${[...failing].map(([audit, screens]) => `- ${audit}: ${[...screens].join(', ')}`).join('\n') || 'None.'}
`
if (!only) writeFileSync(join(root, 'docs', applied ? 'lighthouse-applied.md' : 'lighthouse.md'), page)
