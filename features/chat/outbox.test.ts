import { describe, expect, it } from 'vitest'
import { turns } from '#kit/test/test-until.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { createOutbox, type Outgoing } from './outbox.ts'

const row = (key: string): Outgoing => ({ key, kind: 'support', subject: '', text: key, picture: '', at: '2026-11-22' })
const lost = new CallFailure('network', 'network')
const refusedBy = (key: string, params = {}) => new CallFailure(answers.refused, key, params)

function world(answered: (Error | undefined)[] = [], kept: Outgoing[] = []) {
  const tried: string[] = []
  const sent: string[] = []
  const waits: number[] = []
  let stored: readonly Outgoing[] = kept
  let wake = () => {}
  const reading = { until: Promise.resolve() }
  const outbox = createOutbox({
    read: async () => stored,
    keep: async (rows, forgotten) => {
      const changed = [...forgotten, ...rows.map(({ key }) => key)]
      stored = [...stored.filter(({ key }) => !changed.includes(key)), ...rows]
    },
    send: async ({ key }) => {
      tried.push(key)
      const failure = answered.shift()
      if (failure) throw failure
      return { nth: sent.length + 1 }
    },
    onSent: async ({ key }) => {
      sent.push(key)
      await reading.until
    },
    later: (ms, run) => {
      waits.push(ms)
      wake = run
    },
  })
  return { outbox, reading, tried, sent, waits, stored: () => stored, settle: turns, wake: () => wake() }
}

describe('what was written', () => {
  it('is sent in order and then forgotten', async () => {
    const { outbox, sent, stored, settle } = world()
    for (const key of ['a', 'b', 'c']) outbox.add(row(key))
    expect(stored().map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    await settle()
    expect([sent, stored()]).toEqual([['a', 'b', 'c'], []])
  })

  it('waits for a network, longer each time, under the same key and in the same order', async () => {
    const { outbox, tried, sent, waits, settle, wake } = world([lost, lost, lost])
    outbox.add(row('a'))
    outbox.add(row('b'))
    for (let n = 0; n < 3; n++) {
      await settle()
      wake()
    }
    await settle()
    expect([tried, sent, waits]).toEqual([
      ['a', 'a', 'a', 'a', 'b'],
      ['a', 'b'],
      [2000, 4000, 8000],
    ])
  })

  it('is sent by the app that is opened again, under the key it had', async () => {
    const { outbox, sent, settle } = world([], [row('before')])
    outbox.add(row('after'))
    await settle()
    expect(sent).toEqual(['before', 'after'])
  })

  it('waits as long as the server says, and while it cannot answer', async () => {
    const { outbox, waits, sent, settle, wake } = world([
      refusedBy('request.too_often', { seconds: '7' }),
      refusedBy('request.unavailable'),
    ])
    outbox.add(row('a'))
    for (let n = 0; n < 2; n++) {
      await settle()
      wake()
    }
    await settle()
    expect([waits, sent]).toEqual([[7000, 4000], ['a']])
  })

  it('that was refused stays, is not sent again, and holds nothing else up', async () => {
    const { outbox, tried, sent, settle } = world([refusedBy('chat.words')])
    outbox.add(row('a'))
    outbox.add(row('b'))
    await settle()
    outbox.flush()
    await settle()
    expect([tried, sent]).toEqual([['a', 'b'], ['b']])
    expect(outbox.rows()).toMatchObject([{ key: 'a', refused: { key: 'chat.words' } }])
    outbox.drop('a')
    expect(outbox.rows()).toEqual([])
  })

  it('that had arrived after all is sent', async () => {
    const { outbox, sent, settle } = world([refusedBy('request.key_conflict')])
    outbox.add(row('a'))
    await settle()
    expect([sent, outbox.rows()]).toEqual([['a'], []])
  })

  it('stands there with its place until the thread was read again, and is kept for no later start', async () => {
    const { outbox, reading, tried, stored, settle } = world()
    let readIt = () => {}
    reading.until = new Promise((done) => {
      readIt = done
    })
    outbox.add(row('a'))
    await settle()
    outbox.flush()
    await settle()
    expect([tried, outbox.rows(), stored()]).toEqual([['a'], [{ ...row('a'), nth: 1 }], []])
    readIt()
    await settle()
    expect(outbox.rows()).toEqual([])
  })

  it('waits half a minute at most, and two seconds again after one that was sent', async () => {
    const { outbox, waits, settle, wake } = world([lost, lost, lost, lost, lost, lost, undefined, lost])
    outbox.add(row('a'))
    outbox.add(row('b'))
    for (let n = 0; n < 7; n++) {
      await settle()
      wake()
    }
    await settle()
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 2_000])
  })

  it('waits a second where the server does not say how long, and for an answer that can be read or a new session', async () => {
    const { outbox, waits, sent, settle, wake } = world([
      refusedBy('request.too_often'),
      new CallFailure('unreadable', 'unreadable'),
      new CallFailure(answers.signInAgain, 'session.over'),
    ])
    outbox.add(row('a'))
    for (let n = 0; n < 3; n++) {
      await settle()
      wake()
    }
    await settle()
    expect([waits, sent]).toEqual([[1_000, 4_000, 8_000], ['a']])
  })

  it('is marked alone: others keep what became of them', async () => {
    const { outbox, reading, settle } = world([refusedBy('chat.words'), refusedBy('request.key_conflict'), lost])
    reading.until = new Promise(() => {})
    for (const key of ['a', 'b', 'c']) outbox.add(row(key))
    await settle()
    expect(outbox.rows()).toEqual([
      { ...row('a'), refused: { key: 'chat.words', params: {} } },
      { ...row('b'), nth: 0 },
      row('c'),
    ])
  })

  it('changes nothing for those who listen where nothing was kept', async () => {
    const { outbox, settle } = world()
    let changes = 0
    outbox.subscribe(() => {
      changes += 1
    })
    await settle()
    expect(changes).toBe(0)
  })

  it('is sent when all before it was sent long ago', async () => {
    const { outbox, sent, settle } = world()
    outbox.add(row('a'))
    await settle()
    outbox.add(row('b'))
    await settle()
    expect(sent).toEqual(['a', 'b'])
  })

  it('is not sent twice at once', async () => {
    const { outbox, tried, settle } = world()
    outbox.add(row('a'))
    for (let n = 0; n < 5; n++) outbox.flush()
    await settle()
    expect(tried).toEqual(['a'])
  })
})
