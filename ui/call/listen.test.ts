import { describe, expect, it } from 'vitest'
import { turns } from '#kit/test/test-until.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { writeEvent } from '#kit/wire/event-stream.ts'
import { createListener } from './listen.ts'

type Answer = readonly (readonly [id: string, event: string, data?: string])[] | CallFailure

function setUp(answers: Answer[]) {
  const said: string[] = []
  const asked: string[] = []
  const pauses: number[] = []
  let settled = () => {}
  const done = new Promise<void>((resolve) => {
    settled = resolve
  })
  const listener = createListener({
    openStream: async (_contract, lastEventId, signal) => {
      asked.push(lastEventId)
      const answer = answers.shift() ?? []
      if (answer instanceof CallFailure) throw answer
      return new ReadableStream({
        start(controller) {
          const bytes = new TextEncoder()
          for (const [id, event, data = '{}'] of answer)
            controller.enqueue(bytes.encode(writeEvent({ id, event, data })))
          if (answers.length > 0) controller.close()
          else signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
    },
    wait: async (ms) => {
      pauses.push(ms)
    },
    onChange: (kind) => said.push(kind),
    onStatus: (status) => {
      said.push(status)
      if (answers.length === 0) settled()
    },
  })
  return { listener, said, asked, pauses, done }
}
const network = new CallFailure('network', 'network')

describe('a listener', () => {
  it('says what changes, and that nobody knows what was before its first word', async () => {
    const { listener, said, asked, done } = setUp([
      [
        ['a', 'hello'],
        ['b', 'balance'],
        ['c', 'stranger'],
      ],
      [['c', 'hello']],
    ])
    listener.start()
    listener.start()
    await done
    expect(asked[0]).toBe('')
    expect(said.slice(0, 3)).toEqual(['live', 'all', 'balance'])
    listener.stop()
  })

  it('connects again with what it knows when the line is cut, and says once it fails twice', async () => {
    const { listener, said, asked, pauses, done } = setUp([
      [
        ['a', 'hello'],
        ['b', 'balance'],
      ],
      network,
      network,
      [
        ['b', 'hello'],
        ['c', 'order'],
      ],
    ])
    listener.start()
    await done
    expect(asked).toEqual(['', 'b', 'b', 'b'])
    expect(said).toEqual(['live', 'all', 'balance', 'off', 'unreachable', 'unreachable', 'live'])
    for (const [place, base] of [1000, 2000, 4000].entries()) {
      expect(pauses[place]).toBeGreaterThanOrEqual(base)
      expect(pauses[place]).toBeLessThan(1.5 * base)
    }
    listener.stop()
  })

  it('ends where it is not wanted: refused, replaced, or its session is over', async () => {
    const refused = setUp([new CallFailure(402, 'session.quiet')])
    refused.listener.start()
    await refused.done
    expect([refused.said, refused.pauses]).toEqual([['off'], []])
    const over = setUp([
      [
        ['a', 'hello'],
        ['a', 'end', '{"why":"session"}'],
      ],
      [],
    ])
    over.listener.start()
    await expect.poll(() => over.said).toEqual(['live', 'all', 'all', 'off'])
    expect(over.asked).toHaveLength(1)
  })

  it('remembers what it knows while the app is put away, and forgets it with the wallet', async () => {
    const { listener, asked } = setUp([
      [
        ['a', 'hello'],
        ['b', 'balance'],
      ],
    ])
    listener.start()
    await expect.poll(() => asked).toHaveLength(1)
    await turns()
    listener.stop()
    listener.start()
    await expect.poll(() => asked).toEqual(['', 'b'])
    listener.stop()
    listener.forget()
    listener.start()
    await expect.poll(() => asked).toEqual(['', 'b', ''])
    listener.stop()
  })
})
