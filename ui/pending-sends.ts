import { dayMs } from '#kit/clock.ts'
import { randomUuid } from '#kit/random.ts'
import type { Call } from '#kit/wire/call.ts'
import { CallFailure, isUnanswered } from '#kit/wire/call-failure.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { answers } from '#kit/wire/envelope.ts'
import type { Outcome } from '#kit/wire/outcome.contract.ts'
import type { Pending, PendingState } from './pending.ts'

/** What somebody means to do with coins, in words for later. */
export type About = { readonly what: string; readonly amount: string }

export type SendPorts = {
  readonly call: Call
  /** What became of a key (outcome.contract.ts). @throws CallFailure */
  ask(key: string): Promise<Outcome>
  owner(): string
  now(): number
  /** Kept on the device, so that what was sent is known after the app is closed. */
  readonly kept: {
    put(row: Pending): Promise<unknown>
    remove(row: Pending): Promise<unknown>
    list(owner: string): Promise<readonly Pending[]>
  }
  show(row: Pending): void
  hide(key: string): void
  /** Runs alone among all tabs of the device. With `now` it does not wait for another: it is not run then. */
  hold<T>(key: string, how: 'wait' | 'now', work: () => Promise<T>): Promise<T | undefined>
  /** Until a try is worth it: the network is back, or so many milliseconds are over. Ends at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  words(cause: CallFailure): Promise<string>
  /** Whether the person is being asked: then nobody waits for the server. */
  isAsking?(): boolean
}

/** How a sending ended. `arrived`: an earlier try had arrived, its answer is lost. `apart`: whoever sent it is gone, and is told elsewhere. */
export type Sent<Answer> = { readonly answer: Answer } | 'arrived' | 'apart'

/** An answer that takes longer is waited for in sight. */
const slowMs = 4000
/** 1, 2, 4 … 30 seconds between tries. */
const pauseOf = (tries: number): number => Math.min(30_000, 1000 * 2 ** Math.min(tries - 1, 5))
/** The server knows a key for seven days. */
export const knownMs = 6 * dayMs

/** A newer try of the same has taken its place. */
class Superseded extends Error {}

/** Tries and asks, as often as it takes. */
function createTries(ports: SendPorts) {
  const say = (row: Pending, state: PendingState, why = ''): Pending => {
    const next = { ...row, state, why }
    ports.show(next)
    return next
  }

  /** Asks until there is an answer. @throws CallFailure a refusal: then nothing is settled */
  async function settle(key: string, signal: AbortSignal): Promise<Outcome> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ports.ask(key)
      } catch (cause) {
        if (!isUnanswered(cause)) throw cause
        await ports.wait(pauseOf(tries), signal)
        if (signal.aborted) throw new Superseded()
      }
    }
  }

  /** Tries until there is an answer. @throws CallFailure a refusal of this and of every earlier try */
  async function insist<C extends Contract>(contract: C, input: CallInputOf<C>, row: Pending, signal: AbortSignal) {
    for (let tries = 1; ; tries += 1) {
      const slow = setInterval(() => signal.aborted || ports.isAsking?.() || say(row, 'waiting'), slowMs)
      try {
        return { answer: await ports.call(contract, input, { quiet: true, idempotencyKey: row.key }) }
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause
        if (!isUnanswered(cause)) {
          const isFirst = tries === 1 && cause.key !== 'request.key_conflict'
          if (!isFirst && (await settle(row.key, signal)) === 'done') return 'arrived' as const
          throw cause
        }
        say(row, 'waiting')
        await ports.wait(pauseOf(tries), signal)
        if (signal.aborted) throw new Superseded()
      } finally {
        clearInterval(slow)
      }
    }
  }
  return { say, settle, insist }
}

/**
 * Sends what somebody confirmed until it is answered, under one idempotency key: a lost answer must not become a second payment. While this app
 * is open a try that was not answered is repeated as it was, with the same proof. A refusal that comes after a lost answer may mean that try or the one
 * before, so the server is asked which, and asking closes the key. An app that begins anew sends nothing: it asks what became of what it
 * had sent, and says so.
 */
export function createSends(ports: SendPorts) {
  const open = new Map<string, { readonly key: string; readonly stop: AbortController }>()

  const { say, settle, insist } = createTries(ports)

  async function over(row: Pending): Promise<void> {
    ports.hide(row.key)
    await ports.kept.remove(row).catch(() => undefined)
  }
  /** Tells somebody who is elsewhere by now, who closes it when it was read. */
  async function tell(row: Pending, state: PendingState, why = ''): Promise<'apart'> {
    await ports.kept.put(say(row, state, why)).catch(() => undefined)
    return 'apart'
  }

  /** Sends until it is over, and says so here or elsewhere. */
  async function seeThrough<C extends Contract>(
    contract: C,
    input: CallInputOf<C>,
    { row, isHere, signal }: { readonly row: Pending; isHere(): boolean; readonly signal: AbortSignal },
  ): Promise<Sent<OutputOf<C>>> {
    try {
      const sent = await insist(contract, input, row, signal)
      if (!isHere()) return await tell(row, 'done')
      await over(row)
      return sent
    } catch (cause) {
      if (cause instanceof Superseded) return 'apart'
      // Signed out meanwhile: what became of it is asked at the next start.
      if (cause instanceof CallFailure && cause.code === answers.signInAgain) throw cause
      if (!isHere() && cause instanceof CallFailure) return await tell(row, 'refused', await ports.words(cause))
      await over(row)
      throw cause
    }
  }

  return {
    /**
     * @param aside fields that may differ from try to try of one intention: the Google code, the least that is accepted at the price of the moment
     * @param isHere whether whoever sends still waits for the answer
     */
    async send<C extends Contract>(
      contract: C,
      input: CallInputOf<C>,
      { aside, about, isHere }: { aside: readonly PropertyKey[]; about: About; isHere(): boolean },
    ): Promise<Sent<OutputOf<C>>> {
      const fields = Object.entries(input as object).filter(([name]) => !aside.includes(name))
      const said = JSON.stringify([ports.owner(), contract.path, fields])
      const before = open.get(said)
      before?.stop.abort()
      const stop = new AbortController()
      const mine = { key: before?.key ?? randomUuid(), stop }
      open.set(said, mine)
      const row: Pending = { ...about, key: mine.key, owner: ports.owner(), at: ports.now(), state: 'waiting', why: '' }
      // Known before it is sent; where the device keeps nothing, it is sent all the same.
      await ports.kept.put(row).catch(() => undefined)
      const sent = await ports.hold(row.key, 'wait', () =>
        seeThrough(contract, input, { row, isHere, signal: stop.signal }).finally(() => {
          if (open.get(said) === mine) open.delete(said)
        }),
      )
      return sent ?? 'apart'
    },

    /** Finds out what became of what was sent before this app began, and tells it. */
    async recover(signal: AbortSignal): Promise<void> {
      for (const row of await ports.kept.list(ports.owner())) {
        if ([...open.values()].some(({ key }) => key === row.key)) continue
        if (row.state !== 'waiting') ports.show(row)
        else if (ports.now() - row.at > knownMs) await tell(row, 'unknown')
        else
          await ports.hold(row.key, 'now', async () => {
            say(row, 'waiting')
            await tell(row, await settle(row.key, signal))
          })
      }
    },

    /** It was read. */
    close: over,
  }
}
