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
    is: 'amounts, clock, errors, the wire format, the database handle, the tables of coins, chains and IDs; no business rules',
    mayImport: ['locales'],
  },
  engine: {
    is: 'PostgreSQL: the embedded server, connections, roles, the schema of all rooms, bulk writes',
    mayImport: ['kit'],
  },
  ui: {
    is: 'buttons, sheets, fields and displayed amounts; browser only, no business rules',
    mayImport: ['kit', 'locales'],
  },
  ledger: { is: 'the double-entry ledger: accounts, entries, permitted movements', mayImport: ['kit', 'engine'] },
  identity: { is: 'wallets, passwords, sessions, authenticators, operators', mayImport: ['kit', 'engine'] },
  chat: {
    is: 'conversations with support and between traders: participants, messages, read marks',
    mayImport: ['kit', 'engine', 'identity'],
  },
  outside: {
    is: 'chains, price feeds, the embedded node and the signer; one interface each, server only',
    mayImport: ['kit', 'engine'],
  },
  market: {
    is: 'markets, candles, liquidity, price feeds, the value of a coin for each purpose',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside'],
  },
  custody: {
    is: 'coins on chains: watching deposits, paying withdrawals, sweeping, reconciliation',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside', 'market'],
  },
  days: {
    is: 'the order of work in settling a business day',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'market'],
  },
  products: {
    is: 'orders, purchase, reservations, payout pools, settlement; each product line is in `lines/<line>/`',
    mayImport: ['kit', 'engine', 'locales', 'ledger', 'identity', 'market', 'custody', 'days'],
  },
  team: {
    is: 'the tree of sponsors, star levels, referral rewards',
    mayImport: ['kit', 'engine', 'locales', 'ledger', 'identity', 'market', 'days', 'products'],
  },
  proofs: {
    is: 'daily signed proofs of liabilities and of reserves on chains, which holders can check',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside', 'market', 'custody', 'days'],
  },
  otc: {
    is: 'P2P trades: ads, transactions, escrow, disputes',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'chat'],
  },
  features: {
    is: 'one folder for each user feature, with screens, contracts, calls and tests',
    mayImport: ['kit', 'engine', 'locales', 'ui', ...floors],
  },
  db: {
    is: 'the whole schema in one file, migrations since the first release, the initial rows of a database',
    mayImport: ['kit', 'engine', 'ledger', 'identity', 'outside', 'market', 'custody', 'products', 'features'],
  },
  server: {
    is: 'connects features to HTTP, timed jobs and the operator command line; configuration; processes',
    mayImport: ['kit', 'engine', 'locales', ...floors, 'features', 'db'],
  },
  web: {
    is: 'connects screens to routes; screens that show several features',
    mayImport: ['features', 'ui', 'kit', 'locales', 'identity', 'products', 'market'],
  },
  scripts: {
    is: 'the daily commands: start, test, check, build, docs',
    mayImport: ['locales', 'kit', 'engine', 'ui', ...floors, 'features', 'db', 'server', 'web'],
  },
  e2e: {
    is: 'browser tests on the running product, some with a second client that calls the API',
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
  trials: {
    is: 'tests of the whole product, run by `npm run trial`: simulations, attacks, kills, benchmarks, pictures',
    mayImport: ['locales', 'kit', 'engine', 'ui', ...floors, 'features', 'db', 'server', 'web', 'scripts', 'e2e'],
  },
}

type Room = { readonly is: string; readonly mayImport: readonly string[] }

/**
 * Each folder imports only earlier ones. `lines` are line rules, `lines at work` their stores and jobs. Lines never import each other.
 * Folders of an `apart` room import only their own files, top-level files and the folders named.
 */
const storeys: Readonly<Record<string, readonly string[] | { readonly apart: readonly string[] }>> = {
  custody: { apart: ['outgoing'] },
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

/** Describes a forbidden import. Undefined if allowed. */
export function brokenStorey(path: string, to: string): string | undefined {
  const order = storeys[roomOf(path)]
  const [from, target] = [storeyOf(path), storeyOf(to)]
  if (!order) return undefined
  const lineOf = (name: string) => /^products\/lines\/([^/]+)/.exec(name)?.[1]
  if (lineOf(path) && lineOf(to)) return lineOf(path) === lineOf(to) ? undefined : 'a line imports no other line'
  if (from === target) return undefined
  if ('apart' in order)
    return to.split('/').length === 2 || order.apart.includes(target)
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
      `| \`${name}\` | ${is} | ${mayImport.length === 0 ? 'nothing' : name === 'trials' ? 'all' : mayImport.join(', ')} |`,
  )
  return ['| Room | What it is for | May import |', '|---|---|---|', ...rows, ''].join('\n')
}
