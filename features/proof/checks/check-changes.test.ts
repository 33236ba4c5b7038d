import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestsOf, sortedJson, textOf } from '#identity/operators/operator-log.store.ts'
import { isSignedBy, publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import {
  type ChangeHead,
  type ChangeLine,
  checkChanges,
  firstOtherKey,
  firstWrongLine,
  isHeadRight,
} from './check-changes.ts'

const key = new Uint8Array(32).fill(3)
const companyKey = new Uint8Array(32).fill(4)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function written(count: number, { by = key, reason = 'line' } = {}): ChangeLine[] {
  const lines: ChangeLine[] = []
  for (let id = 1; id <= count; id += 1) {
    const at = new Date(Date.UTC(2026, 10, id))
    const [args, changed, salt] = [
      { args: ['power.decay', `0.00${id}`] },
      { lines: [`${reason} ${id}`] },
      's'.repeat(22),
    ]
    const isPublic = id % 2 === 1
    const told = id % 4 === 0 ? { lines: [`line ${id}, of a wallet`] } : null
    const previous = lines[0]?.hash ?? '0'.repeat(64)
    const of = { operator: 'ada', publicKey: publicTextOf(by), proposal: null, isPublic, told }
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
      told: told && sortedJson(told),
      salt: isPublic ? salt : null,
      ...digestsOf({ args, changed, salt }),
      previous,
      hash: sha256(text),
      signature: signWith(text, by),
    })
  }
  return lines
}

function headOf({ line, hash }: ChangeLine, by = companyKey): ChangeHead {
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
      [having(1, { told: '{"lines":["line 4, of another wallet"]}' }), 4],
      [having(1, { told: null }), 4],
      [having(3, { told: '{"lines":["line 2"]}' }), 2],
      [having(2, { told: '{"lines":["line 3"]}' }), 3],
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
    expect(isHeadRight(headOf(at(1), key), lines, isSignedBy, headOf(at(3)))).toBe(false)
    expect(isHeadRight(headOf(at(3)), lines, isSignedBy, head)).toBe(false)
    expect(isHeadRight(head, lines, isSignedBy, headOf({ ...at(3), hash: sha256('x') }))).toBe(false)
  })

  it('keeps the head it kept until the lines lead down to it, so that no page of new lines hides another log', () => {
    const newer = written(8)
    const [top] = newer
    if (!top) throw new Error('there are eight')
    const kept = headOf(at(2))
    const asked = { head: headOf(top), statement: undefined, kept }
    const page = checkChanges({ ...asked, lines: newer.slice(0, 4), isWhole: false }, isSignedBy)
    expect(page).toMatchObject({ is: 'right', reached: false, keep: { line: 3, hash: at(2).hash } })
    expect(checkChanges({ ...asked, lines: newer, isWhole: true }, isSignedBy)).toMatchObject({
      is: 'right',
      reached: true,
      keep: { line: 8, operators: { ada: publicTextOf(key) } },
    })
    const other = written(8, { reason: 'another' })
    const [otherTop] = other
    if (!otherTop) throw new Error('there are eight')
    const told = { head: headOf(otherTop), statement: undefined, kept }
    const first = checkChanges({ ...told, lines: other.slice(0, 4), isWhole: false }, isSignedBy)
    const keptThen = first.is === 'right' ? first.keep : undefined
    expect(checkChanges({ ...told, kept: keptThen, lines: other, isWhole: true }, isSignedBy).is).toBe('wrong_head')
  })

  it('takes no line in the name of an operator by a key that is not theirs, nor one key for two names', () => {
    const [mine, stranger] = [publicTextOf(key), new Uint8Array(32).fill(9)]
    const forged = written(5, { by: stranger })
    const asked = { lines: forged, head: undefined, statement: undefined, isWhole: true }
    expect(checkChanges({ ...asked, kept: undefined }, isSignedBy).is).toBe('right')
    expect(firstOtherKey(forged, { ada: mine })).toBe(1)
    expect(firstOtherKey(forged, { ben: publicTextOf(stranger) })).toBe(1)
    const [last, ...before] = forged
    expect(last && firstOtherKey([last, ...lines.slice(-before.length)], {})).toBe(5)
    expect(firstOtherKey(lines, { ada: mine })).toBeUndefined()
  })

  describe('beside the signed statement', () => {
    const signed = ({ line, hash }: ChangeLine, { day = '2026-11-22', by = companyKey } = {}) => {
      const text = JSON.stringify({ day, logs: { changes: { line, hash } } })
      return { text, signature: signWith(text, by), publicKey: publicTextOf(by) }
    }
    const check = (told: Partial<Parameters<typeof checkChanges>[0]>) =>
      checkChanges(
        { lines, head: headOf(at(1)), statement: signed(at(2)), kept: undefined, isWhole: true, ...told },
        isSignedBy,
      )
    const keptNow = () => {
      const found = check({})
      if (found.is !== 'right' || !found.keep) throw new Error('it is right')
      return found.keep
    }

    it('takes its word for a line, and keeps head and statement', () => {
      const { text } = signed(at(2))
      const keep = { ...headOf(at(1)), statement: { day: '2026-11-22', hash: sha256(text) } }
      expect(check({})).toMatchObject({
        is: 'right',
        reached: true,
        lines: 5,
        named: { line: 3, hash: at(2).hash },
        keep,
      })
      expect(check({ kept: keep })).toMatchObject({ is: 'right' })
      expect(check({ kept: headOf(at(1)) })).toMatchObject({ is: 'right' })
      expect(check({ head: undefined, statement: undefined })).toMatchObject({ is: 'right', keep: undefined })
      expect(check({ lines: lines.slice(0, 2), isWhole: false })).toMatchObject({ is: 'right', named: undefined })
    })

    it('never takes the word of one that is not signed, or by another key', () => {
      const { signature } = signed(at(3))
      const wrong = { is: 'wrong_statement' }
      expect(check({ statement: { ...signed(at(2)), signature } })).toEqual(wrong)
      expect(check({ statement: { ...signed(at(2)), signature: '' } })).toEqual(wrong)
      const altered = signed(at(2)).text.replace('"line":3', '"line":2')
      expect(check({ statement: { ...signed(at(2)), text: altered } })).toEqual(wrong)
      expect(check({ statement: signed(at(2), { by: key }) })).toEqual(wrong)
      expect(check({ head: undefined, statement: signed(at(2), { by: key }), kept: headOf(at(1)) })).toEqual(wrong)
      const noJson = { text: 'x', signature: signWith('x', companyKey), publicKey: publicTextOf(companyKey) }
      expect(check({ statement: noJson })).toEqual(wrong)
    })

    it('never takes an older one, another one of that day, or none, once one was seen', () => {
      const kept = keptNow()
      const wrong = { is: 'wrong_statement' }
      expect(check({ kept, statement: undefined })).toEqual(wrong)
      expect(check({ kept, statement: signed(at(2), { day: '2026-11-21' }) })).toEqual(wrong)
      expect(check({ kept, statement: signed(at(3)) })).toEqual(wrong)
      expect(check({ kept, statement: signed(at(1), { day: '2026-11-23' }) })).toMatchObject({ is: 'right' })
    })

    it('shows a log without the line that was signed, without its head, or empty', () => {
      expect(check({ statement: signed({ ...at(2), hash: sha256('x') }) })).toEqual({ is: 'wrong_head' })
      expect(check({ lines: lines.slice(2), statement: signed(at(1)) })).toEqual({ is: 'wrong_head' })
      expect(check({ kept: headOf(at(1)), head: undefined })).toEqual({ is: 'wrong_head' })
      expect(check({ lines: [], head: undefined, statement: undefined, kept: headOf(at(1)) })).toEqual({
        is: 'wrong_head',
      })
    })
  })
})
