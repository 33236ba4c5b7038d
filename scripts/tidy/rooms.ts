/**
 * Every room, what it is for, and which rooms it may import. This table *is* the architecture: the diagram and the table
 * in ARCHITECTURE.md are printed from it.
 */
export const rooms: Readonly<Record<string, Room>> = {
  locales: { is: 'every text, one file per area and language', mayImport: [] },
  kit: {
    is: 'amounts, assets, ids, clock, refusals, the wire, the database handle; no business',
    mayImport: ['locales'],
  },
  ui: { is: 'buttons, sheets, fields, amounts on a screen; browser only, no business', mayImport: ['kit', 'locales'] },
  ledger: { is: 'accounts, entries, movements, markets: where the money is', mayImport: ['kit'] },
  identity: { is: 'wallets, passwords, sessions, authenticators: who is asking', mayImport: ['kit'] },
  outside: {
    is: 'chains and price feeds: one port each, real adapters, the embedded node, the signer; server only',
    mayImport: ['kit'],
  },
  features: {
    is: 'one folder for each thing a person can do: rules, SQL, calls, screens and tests together',
    mayImport: ['kit', 'locales', 'ui', 'ledger', 'identity', 'outside'],
  },
  db: {
    is: 'the whole schema in one file, changes since the first release, the rows a fresh database starts with',
    mayImport: ['kit', 'ledger', 'identity', 'outside', 'features'],
  },
  server: {
    is: 'wires features into HTTP, timed jobs and the operator command line; configuration; processes',
    mayImport: ['kit', 'locales', 'ledger', 'identity', 'outside', 'features', 'db'],
  },
  web: {
    is: 'wires screens into routes; screens that show several features',
    mayImport: ['features', 'ui', 'kit', 'locales', 'identity'],
  },
  e2e: {
    is: 'a person with a browser, on the real product; another one may be a client of the calls',
    mayImport: ['kit', 'locales', 'identity', 'ledger', 'outside', 'features', 'server', 'scripts'],
  },
  scripts: {
    is: 'one verb each: start, test, tidy, docs',
    mayImport: ['locales', 'kit', 'ui', 'ledger', 'identity', 'outside', 'features', 'db', 'server', 'web', 'e2e'],
  },
}

type Room = { readonly is: string; readonly mayImport: readonly string[] }

/** The rooms of the product itself, in the order of the table; the others work on it. */
const houseRooms = Object.keys(rooms).filter((name) => !['e2e', 'scripts'].includes(name))

export const roomOf = (path: string): string => path.split('/')[0] ?? ''
/** The feature a path belongs to, or empty. */
export const featureOf = (path: string): string => (roomOf(path) === 'features' ? (path.split('/')[1] ?? '') : '')

const reaches = (from: string, to: string): boolean =>
  (rooms[from]?.mayImport ?? []).some((next) => next === to || reaches(next, to))

/** The map, as Mermaid. An arrow that longer ways already say is left out. */
export function diagram(): string {
  const arrows = houseRooms.flatMap((from) => {
    const targets = rooms[from]?.mayImport ?? []
    return targets
      .filter((to) => !targets.some((between) => between !== to && reaches(between, to)))
      .map((to) => `  ${from} --> ${to}`)
  })
  return `graph TD\n${arrows.join('\n')}\n`
}

/** The table of rooms, as Markdown. */
export function roomTable(): string {
  const rows = Object.entries(rooms).map(
    ([name, { is, mayImport }]) =>
      `| \`${name}\` | ${is} | ${mayImport.length === 0 ? 'nothing' : name === 'scripts' ? 'all' : mayImport.join(', ')} |`,
  )
  return ['| Room | What it is for | May import |', '|---|---|---|', ...rows, ''].join('\n')
}
