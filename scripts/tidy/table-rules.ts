import { featureOf, mayImport, roomOf } from './rooms.ts'
import { isTest, type Say, type SourceFile } from './source.ts'

export type Owners = {
  readonly tables: ReadonlyMap<string, string>
  readonly views: ReadonlyMap<string, string>
}

/** A room or a feature. */
export const ownerOf = (path: string): string =>
  roomOf(path) === 'features' ? `features/${featureOf(path)}` : roomOf(path)

const schemaFile = /^(?:features\/)?[a-z-]+\/schema\/[^/]+\.sql$/
/** Uses blanks to preserve positions. */
const withoutComments = (text: string): string => text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
const newTable = /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)( PARTITION OF)?/g
const bare = (name: string): string => name.replace(/^(?:books|public)\./, '')

/** A partition belongs to its table's owner. */
export function ownersOf(files: readonly SourceFile[]): Owners {
  const [tables, views] = [new Map<string, string>(), new Map<string, string>()]
  for (const { path, text } of files) {
    if (!schemaFile.test(path)) continue
    const sql = withoutComments(text)
    for (const [, name = '', part] of sql.matchAll(newTable)) if (!part) tables.set(bare(name), ownerOf(path))
    for (const [, name = ''] of sql.matchAll(/\bCREATE (?:OR REPLACE )?VIEW ([\w.]+)/g))
      views.set(bare(name), ownerOf(path))
  }
  return { tables, views }
}

/** Table references: `FROM a`, `JOIN a`, `INTO a`, `UPDATE a`, `TABLE a`, `USING a`, `ON a`, also `FROM a x, b y`. */
const named =
  /\b(FROM|JOIN|INTO|UPDATE|TABLE|USING|TRUNCATE|ON|REFERENCES)\s+(?:ONLY\s+)?((?:books\.|public\.)?[a-z_]+(?:(?:\s+(?:AS\s+)?[a-z_]+)?\s*,\s*(?:books\.|public\.)?[a-z_]+)*)\b/g

/** Tools and tests are exempt. */
const looksAnywhere = (path: string): boolean => isTest(path) || ['scripts', 'trials', 'e2e'].includes(roomOf(path))

/**
 * SQL may use the room's own tables and views of rooms it may import. A foreign key may also reference tables of such rooms, and identity's
 * wallets.
 */
export function checkTables(file: SourceFile, { tables, views }: Owners, say: Say): void {
  const { path, text } = file
  const isSchema = schemaFile.test(path)
  if ((!isSchema && !path.endsWith('.ts')) || looksAnywhere(path)) return
  const own = ownerOf(path)
  const reaches = (owner: string) => owner === own || mayImport(roomOf(path), roomOf(owner))
  const bareText = withoutComments(text)
  for (const { 1: before = '', 2: list = '', index } of bareText.matchAll(named))
    for (const part of list.split(',')) {
      const name = bare(part.trim().split(/\s+/)[0] ?? '')
      const line = bareText.slice(0, index).split('\n').length
      const owner = tables.get(name)
      const isKey = before === 'REFERENCES' && isSchema && (reaches(owner ?? '') || owner === 'identity')
      if (owner && owner !== own && !isKey)
        say(path, line, `names ${name}, a table of ${owner}: ask through a function or a view of ${owner}`)
      const viewOwner = views.get(name)
      if (viewOwner && !owner && !reaches(viewOwner))
        say(path, line, `names ${name}, a view of ${viewOwner}, which ${own} may not import`)
    }
}

export function tableTable({ tables, views }: Owners): string {
  const rooms = [...new Set([...tables.values(), ...views.values()])]
  const of = (map: ReadonlyMap<string, string>, room: string) =>
    [...map].flatMap(([name, owner]) => (owner === room ? [`\`${name}\``] : [])).join(', ') || '–'
  const rows = rooms.map((room) => `| \`${room}\` | ${of(tables, room)} | ${of(views, room)} |`)
  return ['| Room | Tables | Views for others |', '|---|---|---|', ...rows, ''].join('\n')
}
