import { randomUuid } from '#kit/text/random.ts'
import { dayMs } from '#kit/time/clock.ts'
import type { Call } from '#kit/wire/call.ts'
import { CallFailure, isUnanswered } from '#kit/wire/call-failure.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import type { Outcome } from '#kit/wire/contracts/outcome.contract.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import type { Pending, PendingState } from './pending.ts'

export type About = { readonly what: string; readonly amount: string }

export type SendPorts = {
  readonly call: Call
  /** Outcome of an idempotency key (outcome.contract.ts). @throws CallFailure */
  ask(key: string): Promise<Outcome>
  owner(): string
  now(): number
  readonly kept: {
    put(row: Pending): Promise<unknown>
    remove(row: Pending): Promise<unknown>
    list(owner: string): Promise<readonly Pending[]>
  }
  show(row: Pending): void
  hide(key: string): void
  hold<T>(key: string, how: 'wait' | 'now', work: () => Promise<T>): Promise<T | undefined>
  wait(ms: number, signal: AbortSignal): Promise<void>
  words(cause: CallFailure): Promise<string>
  /** True while the user is prompted. Server timeouts do not apply then. */
  isAsking?(): boolean
}

/** `arrived`: an earlier attempt succeeded and its response was lost. `apart`: the user left the screen and is notified elsewhere. */
export type Sent<Answer> = { readonly answer: Answer } | 'arrived' | 'apart'

const slowMs = 4000
const pauseOf = (attempts: number): number => Math.min(30_000, 1000 * 2 ** Math.min(attempts - 1, 5))
/** Maximum age for outcome queries. Shorter than the server's key retention of seven days. */
export const knownMs = 6 * dayMs

class Superseded extends Error {}

function createAttempts(ports: SendPorts) {
  const say = (row: Pending, state: PendingState, why = ''): Pending => {
    const next = { ...row, state, why }
    ports.show(next)
    return next
  }

  /** Queries the outcome until the server answers. @throws CallFailure an error that leaves the outcome open */
  async function settle(key: string, signal: AbortSignal): Promise<Outcome> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await ports.ask(key)
      } catch (cause) {
        if (!isUnanswered(cause)) throw cause
        await ports.wait(pauseOf(attempts), signal)
        if (signal.aborted) throw new Superseded()
      }
    }
  }

  /** Sends the call until the server answers. @throws CallFailure if this and all earlier attempts were refused */
  async function insist<C extends Contract>(contract: C, input: CallInputOf<C>, row: Pending, signal: AbortSignal) {
    for (let attempts = 1; ; attempts += 1) {
      const slow = setInterval(() => signal.aborted || ports.isAsking?.() || say(row, 'waiting'), slowMs)
      try {
        return { answer: await ports.call(contract, input, { quiet: true, idempotencyKey: row.key }) }
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause
        if (!isUnanswered(cause)) {
          const isFirst = attempts === 1 && cause.key !== 'request.key_conflict'
          if (!isFirst && (await settle(row.key, signal)) === 'done') return 'arrived' as const
          throw cause
        }
        say(row, 'waiting')
        await ports.wait(pauseOf(attempts), signal)
        if (signal.aborted) throw new Superseded()
      } finally {
        clearInterval(slow)
      }
    }
  }
  return { say, settle, insist }
}

/**
 * Sends under one idempotency key until the server answers, so a lost response cannot cause a second payment. While the app is open,
 * retries are identical. After a lost response, an error is ambiguous, so the client queries the outcome, which closes the key. After a
 * restart, it only queries outcomes.
 */
export function createSends(ports: SendPorts) {
  const open = new Map<string, { readonly key: string; readonly stop: AbortController }>()

  const { say, settle, insist } = createAttempts(ports)

  async function over(row: Pending): Promise<void> {
    ports.hide(row.key)
    await ports.kept.remove(row).catch(() => undefined)
  }
  async function tell(row: Pending, state: PendingState, why = ''): Promise<'apart'> {
    await ports.kept.put(say(row, state, why)).catch(() => undefined)
    return 'apart'
  }

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
      // After sign-out, the next start queries the outcome.
      if (cause instanceof CallFailure && cause.code === answers.signInAgain) throw cause
      if (!isHere() && cause instanceof CallFailure) return await tell(row, 'refused', await ports.words(cause))
      await over(row)
      throw cause
    }
  }

  return {
    /**
     * @param aside fields that may change between attempts: Google code, minimum at the current price @param isHere whether the user is
     * still on the screen
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
      // Persist first; send even if storage fails.
      await ports.kept.put(row).catch(() => undefined)
      const sent = await ports.hold(row.key, 'wait', () =>
        seeThrough(contract, input, { row, isHere, signal: stop.signal }).finally(() => {
          if (open.get(said) === mine) open.delete(said)
        }),
      )
      return sent ?? 'apart'
    },

    /** Queries outcomes of sends from before this start. */
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

    close: over,
  }
}
