import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestsOf, sortedJson, textOf } from '#identity/operator-log.store.ts'
import { isSignedBy, publicTextOf, signWith } from '#kit/signed-text.ts'
import { type ChangeHead, type ChangeLine, firstWrongLine, isHeadRight } from './check-changes.ts'

const key = new Uint8Array(32).fill(3)
const houseKey = new Uint8Array(32).fill(4)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Lines as the server writes and tells them, newest first; every other one is not public. */
function written(count: number): ChangeLine[] {
  const lines: ChangeLine[] = []
  for (let id = 1; id <= count; id += 1) {
    const at = new Date(Date.UTC(2026, 10, id))
    const [args, changed, salt] = [{ args: ['power.decay', `0.00${id}`] }, { lines: [`line ${id}`] }, 's'.repeat(22)]
    const isPublic = id % 2 === 1
    const previous = lines[0]?.hash ?? '0'.repeat(64)
    const of = { operator: 'ada', publicKey: publicTextOf(key), proposal: null, isPublic }
    const text = textOf({ id: BigInt(id), at, verb: 'setting set', args, changed, salt, previous, ...of })
    lines.unshift({
      line: id,
      at: at.toISOString(),
      verb: 'setting set',
      operator: of.operator,
      publicKey: of.publicKey,
      proposal: null,
      args: isPublic ? sortedJson(args) : null,
      changed: isPublic ? sortedJson(changed) : null,
      salt: isPublic ? salt : null,
      ...digestsOf({ args, changed, salt }),
      previous,
      hash: sha256(text),
      signature: signWith(text, key),
    })
  }
  return lines
}

function headOf({ line, hash }: ChangeLine, by = houseKey): ChangeHead {
  const day = '2026-11-22'
  const signature = signWith(['glasshouse-log-head-v1', day, line, hash].join('\n'), by)
  return { day, line, hash, signature, publicKey: publicTextOf(by) }
}

describe('the operators’ log, checked on a phone', () => {
  const lines = written(5)
  const at = (place: number): ChangeLine => {
    const found = lines[place]
    if (!found) throw new Error('there are five')
    return found
  }
  const having = (place: number, change: Partial<ChangeLine>) => lines.with(place, { ...at(place), ...change })

  it('hangs together from the newest line to the first, or as far as it is read', () => {
    expect(firstWrongLine(lines, isSignedBy)).toBeUndefined()
    expect(firstWrongLine(lines.slice(0, 3), isSignedBy)).toBeUndefined()
    expect(firstWrongLine([], isSignedBy)).toBeUndefined()
  })

  it('shows a line that was altered, taken out, moved, or signed by another', () => {
    const other = publicTextOf(new Uint8Array(32).fill(9))
    const altered: readonly (readonly [ChangeLine[], number])[] = [
      [having(2, { verb: 'pool fund' }), 3],
      [having(2, { operator: 'ben' }), 3],
      [having(2, { publicKey: other }), 3],
      [having(2, { changed: '{"lines":["another"]}' }), 3],
      [having(2, { args: '{"args":["another"]}' }), 3],
      [having(1, { changedDigest: sha256('x') }), 4],
      [having(0, { hash: sha256('x') }), 5],
      [lines.toSpliced(2, 1), 4],
      [lines.toSorted((one, two) => one.line - two.line), 1],
      [[at(4)].map((first) => ({ ...first, previous: sha256('x') })), 1],
    ]
    for (const [found, line] of altered) expect(firstWrongLine(found, isSignedBy)).toBe(line)
  })

  it('takes a head that stands in it, by the key this phone knows and after the one it kept', () => {
    const head = headOf(at(1))
    expect(isHeadRight(head, lines, isSignedBy)).toBe(true)
    expect(isHeadRight(head, lines, isSignedBy, headOf(at(3)))).toBe(true)
    expect(isHeadRight({ ...head, day: '2026-11-23' }, lines, isSignedBy)).toBe(false)
    expect(isHeadRight(headOf({ ...at(1), hash: sha256('x') }), lines, isSignedBy)).toBe(false)
    // A thief's head, signed by a key of their own; a log that begins again; one that no longer has what was kept.
    expect(isHeadRight(headOf(at(1), key), lines, isSignedBy, headOf(at(3)))).toBe(false)
    expect(isHeadRight(headOf(at(3)), lines, isSignedBy, head)).toBe(false)
    expect(isHeadRight(head, lines, isSignedBy, headOf({ ...at(3), hash: sha256('x') }))).toBe(false)
  })
})
