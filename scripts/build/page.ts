import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areasOf } from '#web/areas.ts'
import { appFacts, appWorker } from './app-worker.ts'
import { bootFile } from './boot-script.ts'
import { type Chunk, closureOf } from './budgets.ts'
import { styleFor } from './first-style.ts'
import { manifests } from './manifests.ts'
import type { Shells } from './prerender.ts'
import { shellParts } from './shells.ts'
import { textFiles } from './text-files.ts'

type Manifest = Record<string, Chunk>

const filesOf = (manifest: Manifest, keys: readonly string[]): string[] => {
  const files = new Set<string>()
  for (const key of keys) for (const file of closureOf(manifest, key)) files.add(file)
  return [...files].map((file) => `/${file}`)
}

/** Possible first screens for a new visitor. */
const linkedTo = {
  '/pages/login/index': '../features/onboarding/sign-in/LoginScreen.tsx',
  '/pages/index/index': 'screens/HomeScreen.tsx',
  '/pages/proof/index': 'screens/ProofIndexScreen.tsx',
  '/pages/proof/reserves': '../features/proof/ReservesScreen.tsx',
} as const

/** Screens with a parameter. */
const askedWith = {
  '/pages/invest/detail?product': [
    'screens/InvestDetailScreen.tsx',
    '../features/investing/products/detail/ProductDetail.tsx',
  ],
  '/pages/exchange/index?view': ['screens/ExchangeScreen.tsx', '../features/exchange/PairScreen.tsx'],
} as const

function firstFiles(manifest: Manifest, page: string): Record<string, string[]> {
  const named = (...keys: string[]) => filesOf(manifest, keys).filter((file) => !page.includes(`="${file}"`))
  const texts = (areas: readonly string[]) => areas.map((area) => `/${textFiles().folder}/*/${area}.json`)
  const first: Record<string, string[]> = { all: texts(['core']), own: named('../ui/device/device-records.ts') }
  first.start = [...texts(areasOf['/'] ?? []), ...named('screens/StartScreen.tsx')]
  for (const [path, screen] of Object.entries({ ...linkedTo, '/pages/wallet/index': 'screens/WalletScreen.tsx' }))
    first[path] = [...texts(areasOf[path] ?? []), ...named(screen)]
  for (const [asked, screens] of Object.entries(askedWith))
    first[asked] = [...texts(areasOf[asked.replace(/\?.*/, '')] ?? []), ...named(...screens)]
  const { all = [], own = [], ...screens } = first
  const lists = Object.values(screens)
  const shared = lists[0]?.filter((file) => lists.every((list) => list.includes(file))) ?? []
  const rest = Object.entries(screens).map(([name, list]) => [name, list.filter((file) => !shared.includes(file))])
  return { all: [...all, ...shared], own, ...Object.fromEntries(rest) }
}

/** Preloaded, because these files may not be available later, for example after an update. */
const alwaysThere = ['../ui/call/client.ts', 'live/live.ts', 'live/later.ts', 'failing/UpdateDialog.tsx']

/** Adds SRI digests to the page's scripts. */
export const withIntegrity = (page: string, out: string): string =>
  page.replace(/<(?:script|link rel="modulepreload")[^>]*?(?:src|href)="\/([^"]+\.js)"/g, (tag, file: string) => {
    const digest = createHash('sha384').update(readFileSync(join(out, file)))
    return `${tag} integrity="sha384-${digest.digest('base64')}"`
  })

const beginnings = /<(?:link rel="(?:stylesheet|modulepreload)"|script type="module")[^>]*>(?:<\/script>)?\s*/g

/**
 * Inlines the boot script, the shells in every language with their styles, and the app as a template. The boot script inserts the template
 * after the shell has rendered.
 */
export function finishPage(root: string, shells: Shells): void {
  const out = join(root, 'dist', 'web')
  const manifest = JSON.parse(readFileSync(join(out, '.vite', 'manifest.json'), 'utf8')) as Manifest
  let page = readFileSync(join(out, 'index.html'), 'utf8')
  const { templates: forms, texts } = shellParts(shells)
  const app = [...page.matchAll(beginnings)].map(([tag]) => tag.trim())
  const sheets = app.flatMap((tag) => /stylesheet.*href="\/([^"]+)"/.exec(tag)?.[1] ?? [])
  const style = sheets.map((file) => readFileSync(join(out, file), 'utf8')).join('')
  page = page.replace(beginnings, '').replace(/<script src="\/assets\/boot-[^>]*><\/script>/, '')
  const templates = [
    `<template id="app">${app.join('')}</template>`,
    ...Object.entries(forms).map(([kind, form]) => `<template data-shell="${kind}">${form}</template>`),
    `<script type="application/json" id="shell-texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`,
  ]
  page = withIntegrity(
    page.replace('<div id="root"></div>', () => `<div id="root"></div>\n${templates.join('\n')}`),
    out,
  )
  const boot = bootFile({ tabs: shells.tabs, first: firstFiles(manifest, page) })
  // Goes after the charset declaration.
  const inside = `<script>${boot.source}</script>\n<style>${styleFor(style, Object.values(forms).join(''))}</style>`
  page = page.replace('</head>', () => `${inside}\n</head>`)
  writeFileSync(join(out, 'index.html'), page)
  for (const [name, manifest] of manifests()) writeFileSync(join(out, name), manifest)
  const facts = appFacts(out, `/${textFiles().folder}/`, filesOf(manifest, alwaysThere))
  writeFileSync(join(out, 'app-worker.js'), appWorker(facts))
}
