import type { Engine } from './embedded-db-server.store.ts'

/**
 * How often a statement is run by the plan it has before it is planned anew: the engine keeps no figures of tables while they grow, and a plan
 * from when one was nearly empty reads all of it.
 */
const runsMax = 200
/**
 * What takes longer is planned anew the next time: reading and planning it is little of that, and the tables may have grown since it was planned.
 */
const quickMs = 4
/** So many statements are kept; then the one that was not asked for longest goes. */
const keptMax = 400

type Kept = { name: string; runs: number }

/**
 * An engine that keeps statements it is asked for again and again, so that it reads and plans each once and not at each call. All connections share
 * its one session, and clients name no statements: a group that brings its text is handed on with a name in its place.
 */
export function keepingStatements(engine: Engine): Engine {
  const seen = new Set<string>()
  const kept = new Map<string, Kept>()
  /** Names that are of no use any more, closed with the next group. */
  let stale: string[] = []
  let next = 0

  const drop = (key: string, { name }: Kept): void => {
    kept.delete(key)
    stale.push(name)
  }
  const forgetAll = (): void => {
    for (const [key, each] of [...kept]) drop(key, each)
  }

  /** Runs a group after what closes stale names, whose answers nobody asked for. */
  const run = (group: Uint8Array): Uint8Array => {
    if (stale.length === 0) return engine.run(group)
    const closing = stale.map(closeMessage)
    stale = []
    return engine.run(Buffer.concat([...closing, group])).subarray(closing.length * emptyLength)
  }

  function runKept(group: Buffer, found: Found): Uint8Array {
    const { key, bindAt } = found
    const known = kept.get(key)
    if (known && known.runs < runsMax) {
      known.runs += 1
      // The last to be used stands last.
      kept.delete(key)
      kept.set(key, known)
      const wasInTransaction = engine.inTransaction()
      const began = performance.now()
      const answer = run(Buffer.concat([bindMessage(group, bindAt, known.name), group.subarray(found.restAt)]))
      if (performance.now() - began > quickMs) drop(key, known)
      if (answer[0] !== letter('E')) return Buffer.concat([parsed, answer])
      // A table has another form since: outside a transaction nobody needs to hear of it.
      if (!Buffer.from(answer).includes('cached plan must not change result type')) return answer
      if (kept.has(key)) drop(key, known)
      return wasInTransaction ? answer : run(group)
    }
    if (known) drop(key, known)
    const [oldest] = kept.size >= keptMax ? kept : []
    if (oldest) drop(...oldest)
    const name = `kept ${next++}`
    const began = performance.now()
    const answer = run(
      Buffer.concat([parseMessage(group, found, name), bindMessage(group, bindAt, name), group.subarray(found.restAt)]),
    )
    const isQuick = performance.now() - began <= quickMs
    if (answer[0] === parsed[0]) {
      if (isQuick) kept.set(key, { name, runs: 1 })
      else stale.push(name)
    }
    return answer
  }

  return {
    ...engine,
    run: (bytes) => {
      const group = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const found = findStatement(group)
      if (!found) {
        if (group[0] === letter('Q') && changesForms.test(group.toString('latin1', 5))) forgetAll()
        return run(group)
      }
      if (kept.has(found.key) || seen.has(found.key)) return runKept(group, found)
      if (seen.size >= 10 * keptMax) seen.clear()
      seen.add(found.key)
      return run(group)
    },
  }
}

/** What may give a table another form, or the session other settings. */
const changesForms = /(?:^|;)\s*(?:create|alter|drop|do|discard|deallocate|set|reset)\b/i

/** A group that brings the text of one statement and binds it: where its parts are. `key` is the text with its types. */
type Found = { readonly key: string; readonly textAt: number; readonly bindAt: number; readonly restAt: number }

function findStatement(group: Buffer): Found | undefined {
  if (group[0] !== letter('P') || group[5] !== 0) return undefined
  const bindAt = 1 + group.readInt32BE(1)
  // No name for the portal, none for the statement.
  if (group[bindAt] !== letter('B') || group[bindAt + 5] !== 0 || group[bindAt + 6] !== 0) return undefined
  const restAt = bindAt + 1 + group.readInt32BE(bindAt + 1)
  for (let at = restAt; at < group.length; at += 1 + group.readInt32BE(at + 1))
    if (group[at] === letter('P') || group[at] === letter('B')) return undefined
  return { key: group.toString('latin1', 6, bindAt), textAt: 6, bindAt, restAt }
}

function letter(name: string): number {
  return name.charCodeAt(0)
}

/** Says that a text was read: five bytes, as what closes a statement is answered. */
const emptyLength = 5
const parsed = Buffer.from([letter('1'), 0, 0, 0, 4])

function message(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(5)
  head[0] = letter(name)
  head.writeInt32BE(4 + parts.reduce((sum, { length }) => sum + length, 0), 1)
  return Buffer.concat([head, ...parts])
}

const closeMessage = (name: string): Buffer => message('C', Buffer.from(`S${name}\0`))
const parseMessage = (group: Buffer, { textAt, bindAt }: Found, name: string): Buffer =>
  message('P', Buffer.from(`${name}\0`), group.subarray(textAt, bindAt))
const bindMessage = (group: Buffer, bindAt: number, name: string): Buffer =>
  message('B', Buffer.from(`\0${name}\0`), group.subarray(bindAt + 7, bindAt + 1 + group.readInt32BE(bindAt + 1)))
