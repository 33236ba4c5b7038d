import { basename, dirname } from 'node:path/posix'
import { brokenStorey, featureOf, roomOf, rooms } from './rooms.ts'
import { type Code, isTest, runsOnServer, type Say } from './source.ts'

/** These rooms run in the browser or must stay pure. */
const bothSides = [
  'kit',
  'ledger',
  'identity',
  'chat',
  'market',
  'custody',
  'days',
  'products',
  'team',
  'proofs',
  'otc',
  'ui',
  'features',
  'web',
]

/** API tests use the real server and may call other features. */
const callsServer = (path: string, to: string): boolean =>
  /\.(?:api|node)\.test\.ts$|^features\/.*\/test-[^/]+\.ts$/.test(path) &&
  (/^server\/test\//.test(to) || /\.contract\.ts$/.test(to))

const asksDatabase = (path: string, to: string): boolean => isTest(path) && to === 'engine/test/test-db.ts'

/** Allows only downward imports. Rules and screens never import server code. */
export function checkImports({ path, imports }: Code, say: Say): void {
  const room = roomOf(path)
  for (const { written, to, line } of imports) {
    const target = roomOf(to)
    if (!rooms[target] || callsServer(path, to) || asksDatabase(path, to)) continue
    if (target !== room) {
      if (!written.startsWith('#')) say(path, line, `leaves the room by a relative path, write '#${to}'`)
      const allowed = rooms[room]?.mayImport ?? []
      if (!allowed.includes(target))
        say(path, line, `${room} may not import ${target}, only ${allowed.join(', ') || 'nothing'}`)
    } else {
      if (written.startsWith('#') && dirname(to) === dirname(path))
        say(path, line, `names its own folder, write './${basename(to)}'`)
      const broken = isTest(path) ? undefined : brokenStorey(path, to)
      if (broken) say(path, line, `imports ${to}: ${broken}`)
      if (featureOf(to) !== featureOf(path))
        say(
          path,
          line,
          `feature ${featureOf(path)} imports feature ${featureOf(to)}, move the shared part down a floor`,
        )
    }
    if (room === 'features' && target === 'ui' && path.endsWith('.ts') && !isTest(path))
      say(path, line, `imports ${to}, which only screens do: name this file .tsx`)
    if (bothSides.includes(room) && !isTest(path) && !runsOnServer(path)) {
      if (runsOnServer(to) || target === 'outside')
        say(
          path,
          line,
          path.endsWith('.tsx')
            ? `a screen imports ${to}, talk through a contract`
            : `a rule imports ${to}, take the facts as arguments`,
        )
      if (isTest(to)) say(path, line, `imports ${to}, which is only for tests`)
    }
  }
}

const entry =
  /^(scripts\/[^/]+\.ts|server\/(processes\/main|ops)\.ts|trials\/trial\.ts|web\/(gallery\/)?main\.tsx|(.*\/)?[^/]+\.(config|setup)\.ts)$|\.d\.ts$/

/** Files that only tests import count as dead. */
export function checkReached(codes: readonly Code[], say: Say): void {
  const named = ({ imports, mentions }: Code): string[] => [...imports.map(({ to }) => to), ...mentions]
  const reached = new Set(codes.filter(({ path }) => !isTest(path)).flatMap(named))
  const reachedByTests = new Set(codes.flatMap(named))
  for (const { path } of codes) {
    if (entry.test(path) || /\.(test|spec)\.tsx?$/.test(path)) continue
    const found =
      isTest(path) || ['e2e', 'trials'].includes(roomOf(path)) ? reachedByTests.has(path) : reached.has(path)
    if (!found) say(path, 1, 'nobody imports this file, use it or remove it')
  }
}
