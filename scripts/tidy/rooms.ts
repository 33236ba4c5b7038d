/** Layers from the bottom up. */
const floors = [
  'ledger',
  'identity',
  'chat',
  'outside',
  'market',
  'custody',
  'days',
  'products',
  'team',
  'proofs',
  'otc',
]

/** The only source of the architecture. ARCHITECTURE.md's diagram and table come from here. */
export const rooms: Readonly<Record<string, Room>> = {
  locales: { is: 'every text, one file for each language', mayImport: [] },
  kit: {
    is: 'amounts, clock, refusals, the wire, the database handle; the tables of coins, chains and ids; no rules of business',
    mayImport: ['locales'],
  },
  engine: {
    is: 'PostgreSQL: its server in a data folder, connections, roles, the schema of all rooms, what moves many rows at once',
    mayImport: ['kit'],
  },
  ui: { is: 'buttons, sheets, fields, amounts on a screen; browser only, no business', mayImport: ['kit', 'locales'] },
  ledger: { is: 'accounts, entries, movements: where the money is', mayImport: ['kit', 'engine'] },
  identity: { is: 'wallets, passwords, sessions, authenticators: who is asking', mayImport: ['kit', 'engine'] },
  chat: {
    is: 'conversations: who takes part, what was said, how far it was read; with support and between traders',
    mayImport: ['kit', 'engine', 'identity'],
  },
  outside: {
    is: 'chains and price feeds: one port each, real adapters, the embedded node, the signer; server only',
    mayImport: ['kit', 'engine'],
  },
  market: {
    is: 'markets, candles, liquidity, feeds, what a value is read for',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside'],
  },
  custody: {
    is: 'coins on chains: watching, paying, sweeping, comparing',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside', 'market'],
  },
  days: {
    is: 'the conductor of a business day: cut, steps, parts',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'market'],
  },
  products: {
    is: 'orders, purchase, reservations, pots, settlement; `lines/<line>/` with everything of that line',
    mayImport: ['kit', 'engine', 'locales', 'ledger', 'identity', 'market', 'custody', 'days'],
  },
  team: {
    is: "the sponsor tree's facts, stars, rewards",
    mayImport: ['kit', 'engine', 'locales', 'ledger', 'identity', 'market', 'days', 'products'],
  },
  proofs: {
    is: 'what the company owes and what it has on chains, signed each day, and checked by whoever it is owed to',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside', 'market', 'custody', 'days'],
  },
  otc: {
    is: 'trades over the counter: ads, transactions, escrow, disputes',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'chat'],
  },
  features: {
    is: 'one folder for each thing a person can do: screens, contracts, calls, with their tests',
    mayImport: ['kit', 'engine', 'locales', 'ui', ...floors],
  },
  db: {
    is: 'the whole schema in one file, changes since the first release, the rows a fresh database starts with',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside', 'market', 'custody', 'products', 'features'],
  },
  server: {
    is: 'wires features into HTTP, timed jobs and the operator command line; configuration; processes',
    mayImport: ['kit', 'engine', 'locales', ...floors, 'features', 'db'],
  },
  web: {
    is: 'wires screens into routes; screens that show several features',
    mayImport: ['features', 'ui', 'kit', 'locales', 'identity', 'products', 'market'],
  },
  trials: {
    is: 'what tests the whole product: worlds, years, attackers, kills, benches',
    mayImport: ['kit', 'engine', 'locales', 'ui', ...floors, 'features', 'db', 'server', 'web'],
  },
  e2e: {
    is: 'a person with a browser, on the real product; another one may be a client of the calls',
    mayImport: [
      'kit',
      'engine',
      'locales',
      'identity',
      'ledger',
      'chat',
      'outside',
      'market',
      'custody',
      'products',
      'features',
      'server',
      'scripts',
    ],
  },
  scripts: {
    is: 'one verb each: start, test, tidy, docs',
    mayImport: ['locales', 'kit', 'engine', 'ui', ...floors, 'features', 'db', 'server', 'trials', 'web', 'e2e'],
  },
}

type Room = { readonly is: string; readonly mayImport: readonly string[] }

/**
 * Each folder imports only earlier ones. `lines` are line rules, `lines at work` their stores and jobs. Lines never import each other.
 * Folders of an `apart` room import only files next to them.
 */
const storeys: Readonly<Record<string, readonly string[] | 'apart'>> = {
  custody: 'apart',
  products: [
    'terms',
    'lines',
    'registry',
    'pots',
    'power',
    'orders',
    'lines at work',
    'gates',
    'purchase',
    'result',
    'leaving',
    'reservations',
    'settlement',
  ],
}

function storeyOf(path: string): string {
  const [, second = ''] = path.split('/')
  if (path.startsWith('products/lines/')) return /\.(store|server|job)\.ts$/.test(path) ? 'lines at work' : 'lines'
  return second.replace(/\..*$/, '')
}

/** Undefined if allowed. */
export function brokenStorey(path: string, to: string): string | undefined {
  const order = storeys[roomOf(path)]
  const [from, target] = [storeyOf(path), storeyOf(to)]
  if (!order) return undefined
  const lineOf = (name: string) => /^products\/lines\/([^/]+)/.exec(name)?.[1]
  if (lineOf(path) && lineOf(to)) return lineOf(path) === lineOf(to) ? undefined : 'a line imports no other line'
  if (from === target) return undefined
  if (order === 'apart')
    return to.split('/').length === 2
      ? undefined
      : `${roomOf(path)}/${from} and ${roomOf(path)}/${target} do not know each other`
  return order.indexOf(target) < order.indexOf(from) ? undefined : `'${target}' stands above '${from}' in rooms.ts`
}

const productRooms = Object.keys(rooms).filter((name) => !['e2e', 'scripts', 'trials'].includes(name))

export const mayImport = (from: string, to: string): boolean => (rooms[from]?.mayImport ?? []).includes(to)

export const roomOf = (path: string): string => path.split('/')[0] ?? ''
/** Empty outside features. */
export const featureOf = (path: string): string => (roomOf(path) === 'features' ? (path.split('/')[1] ?? '') : '')

const reaches = (from: string, to: string): boolean =>
  (rooms[from]?.mayImport ?? []).some((next) => next === to || reaches(next, to))

/** Mermaid, without redundant arrows. */
export function diagram(): string {
  const arrows = productRooms.flatMap((from) => {
    const targets = rooms[from]?.mayImport ?? []
    return targets
      .filter((to) => !targets.some((between) => between !== to && reaches(between, to)))
      .map((to) => `  ${from} --> ${to}`)
  })
  return `graph TD\n${arrows.join('\n')}\n`
}

export function roomTable(): string {
  const rows = Object.entries(rooms).map(
    ([name, { is, mayImport }]) =>
      `| \`${name}\` | ${is} | ${mayImport.length === 0 ? 'nothing' : name === 'scripts' ? 'all' : mayImport.join(', ')} |`,
  )
  return ['| Room | What it is for | May import |', '|---|---|---|', ...rows, ''].join('\n')
}
