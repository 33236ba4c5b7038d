import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { createEventReader } from '#kit/wire/event-stream.ts'
import { createHub } from './live-hub.ts'
import type { LiveState } from './live-state.ts'

const empty: LiveState = { balance: [], deposit: [], withdrawal: [], order: [], notice: [], chat: [], otc: [] }
const [ada, bob] = ['ADA' as WalletId, 'BOB' as WalletId]

afterEach(() => void vi.useRealTimers())

function setUp() {
  const states = new Map<WalletId, LiveState>()
  const closed = new Set<string>()
  const looked: WalletId[][] = []
  const hub = createHub({
    look: async (wallets) => {
      looked.push([...wallets])
      return new Map(wallets.map((wallet) => [wallet, states.get(wallet) ?? empty]))
    },
    openSessions: async (ids) => new Set(ids.filter((id) => !closed.has(id))),
    onError: (error) => {
      throw error
    },
    everyMs: 1_000_000,
    sessionMax: 2,
    addressMax: 3,
    streamsMax: 5,
  })
  const listen = (walletId: WalletId, session = `of ${walletId}`, lastId = '', address = 'here') => {
    const read = createEventReader()
    const heard: string[] = []
    const client = { ready: true, ended: false, lastId }
    const leave = hub.join({
      walletId,
      sessionId: session as SessionId,
      address,
      lastId,
      line: {
        isReady: () => client.ready,
        send: (text) => {
          for (const { id, event, data } of read(text)) {
            heard.push(data === '{}' ? event : `${event} ${data}`)
            client.lastId = id
          }
        },
        end: () => {
          client.ended = true
        },
      },
    })
    return Object.assign(client, { leave: () => leave?.(), refused: leave === undefined, heard: () => heard.splice(0) })
  }
  return { hub, states, closed, looked, listen }
}

describe('who listens', () => {
  it('is greeted, and told only what changes for its own wallet', async () => {
    const { hub, states, listen } = setUp()
    states.set(ada, { ...empty, balance: ['1'] })
    const [one, other] = [listen(ada), listen(bob)]
    await hub.run()
    expect([one.heard(), other.heard()]).toEqual([['hello'], ['hello']])
    states.set(ada, { ...empty, balance: ['2'], deposit: ['{"id":7}'] })
    await hub.run()
    await hub.run()
    expect(one.heard()).toEqual(['balance {"items":[2]}', 'deposit {"items":[{"id":7}]}'])
    expect(other.heard()).toEqual([])
    await hub.close()
  })

  it('goes on where it stopped, at another process, and is told nothing twice', async () => {
    const first = setUp()
    first.states.set(ada, { ...empty, balance: ['1'] })
    const before = first.listen(ada)
    await first.hub.run()
    await first.hub.close()
    const second = setUp()
    second.states.set(ada, { ...empty, balance: ['1'], order: ['5'] })
    const after = second.listen(ada, 'same', before.lastId)
    await second.hub.run()
    expect(after.heard()).toEqual(['hello', 'order {"items":[5]}'])
    const again = second.listen(ada, 'again', after.lastId)
    await second.hub.run()
    expect(again.heard()).toEqual(['hello'])
    await second.hub.close()
  })

  it('is left alone while it does not take what it has, and then told the newest', async () => {
    const { hub, states, listen } = setUp()
    const slow = listen(ada)
    await hub.run()
    slow.heard()
    slow.ready = false
    for (const balance of ['1', '2', '3']) {
      states.set(ada, { ...empty, balance: [balance] })
      await hub.run()
    }
    expect(slow.heard()).toEqual([])
    slow.ready = true
    await hub.run()
    expect(slow.heard()).toEqual(['balance {"items":[3]}'])
    await hub.close()
  })

  it('is sent away when its session ended, or opens one stream too many, or the server stops', async () => {
    const { hub, closed, listen } = setUp()
    const [first, second, third] = [listen(ada, 'a'), listen(ada, 'a'), listen(ada, 'a')]
    const other = listen(bob, 'b')
    expect([first.ended, second.ended, first.heard()]).toEqual([true, false, ['end {"why":"replaced"}']])
    closed.add('b')
    await hub.run()
    expect([other.ended, other.heard()]).toEqual([true, ['end {"why":"session"}']])
    await hub.close()
    expect(third.heard()).toEqual(['hello', 'end {"why":"stopping"}'])
    expect(hub.size()).toBe(0)
  })

  it('has no room for one address beyond its own, and gives the last place of all to an address that has fewer', async () => {
    const { hub, listen } = setUp()
    const from = (address: string, session: string) => listen(ada, session, '', address)
    const greedy = ['a', 'b', 'c'].map((session) => from('greedy', session))
    expect(from('greedy', 'd').refused).toBe(true)
    const others = [from('one', 'e'), from('two', 'f')]
    expect(hub.size()).toBe(5)
    const late = from('three', 'g')
    expect([late.refused, greedy.map(({ ended }) => ended), hub.size()]).toEqual([false, [true, false, false], 5])
    expect(greedy[0]?.heard()).toEqual(['end {"why":"stopping"}'])
    expect(others.some(({ ended }) => ended)).toBe(false)
    // No address has more streams, so the new stream is refused.
    expect(from('one', 'h').refused).toBe(true)
    await hub.close()
  })

  it('costs nothing once it has left', async () => {
    const { hub, looked, listen } = setUp()
    const one = listen(ada)
    await hub.run()
    one.leave()
    await hub.run()
    expect(looked).toEqual([[ada], []])
    await hub.close()
  })

  it('costs no look of its own who comes back again and again', async () => {
    const looked: WalletId[][] = []
    const hub = createHub({
      look: async (wallets) => {
        looked.push([...wallets])
        return new Map(wallets.map((wallet) => [wallet, empty]))
      },
      openSessions: async (ids) => new Set(ids),
      onError: (error) => {
        throw error
      },
      everyMs: 60_000,
    })
    const line = { isReady: () => true, send: () => {}, end: () => {} }
    const come = (walletId: WalletId) =>
      hub.join({ walletId, sessionId: `of ${walletId}` as SessionId, address: 'here', lastId: '', line })
    vi.useFakeTimers()
    come(bob)
    await vi.advanceTimersByTimeAsync(1)
    expect(looked).toEqual([[bob]])
    for (let i = 0; i < 40; i++) {
      const leave = come(ada)
      await vi.advanceTimersByTimeAsync(20)
      leave?.()
    }
    expect(looked).toEqual([[bob], [ada]])
    await hub.close()
  })
})
