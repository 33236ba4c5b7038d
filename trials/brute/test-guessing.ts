import { minuteMs } from '#kit/clock.ts'
import { expect } from '#kit/expect.ts'
import { type Guesser, type Target, targets } from './test-guess-targets.ts'
import type { GuessWorld } from './test-guess-world.ts'

export type Found = {
  readonly target: Target
  /** Guesses that were compared until there were no more tries. */
  readonly compared: number
  /** The same, where the server ended after the third and another one went on. */
  readonly withRestart: number
  /** Whether another server after that compares no further one. */
  readonly staysLocked: boolean
  /** Minutes of the locks that follow each other, the last one until the next day. */
  readonly locks: readonly number[]
  /** Guesses at one wallet that are compared in a day. */
  readonly inOneDay: number
}

/** More than any lock allows, and how many come before the restart. */
const [most, before] = [500, 3]
/** Locks of a day, at most; one that is longer than the longest of them ends it. */
const rounds = 4
const untilNextDayMs = 3 * 60 * minuteMs

type Aimed = { readonly target: Target; readonly one: Guesser; readonly other: Guesser }
const isLocking = ({ target }: Aimed): boolean => target.locked.endsWith('_locked')
const isCounted = ({ target }: Aimed): boolean => target.locked === 'request.too_often'

/** Guesses so often, or until there are no more tries. @returns how many were compared */
async function guess({ target }: Aimed, guesser: Guesser, atMost = most): Promise<number> {
  for (let compared = 0; compared < atMost; compared += 1) {
    const { msg, code } = await guesser.guess()
    expect(code !== 0 || target.locked === 'captcha.check_invalid', `${target.name} is not guessed`)
    // The guess that brings a lock was compared; a call that was not let in was not.
    if (msg === target.locked) return compared + (target.locked.endsWith('_locked') ? 1 : 0)
  }
  return atMost
}

/** One is guessed at to the end, another one with a restart in the middle, and then the first of them once more by a third server. */
async function guessTwice(world: GuessWorld, aimed: readonly Aimed[]): Promise<Found[]> {
  await world.live('real')
  const firsts: { compared: number; first: number }[] = []
  for (const each of aimed) {
    // Sign-ins from one address are counted: these begin in a minute of their own.
    if (each.target.name === 'Google code: sign_in') await world.pause(minuteMs)
    firsts.push({ compared: await guess(each, each.one), first: await guess(each, each.other, before) })
  }
  await world.live('real')
  const found: Found[] = []
  for (const [place, each] of aimed.entries()) {
    const { compared = 0, first = 0 } = firsts[place] ?? {}
    const withRestart = first + (await guess(each, each.other))
    const staysLocked = (await each.one.guess()).msg === each.target.locked
    found.push({ target: each.target, compared, withRestart, staysLocked, locks: [], inOneDay: compared })
  }
  return found
}

/** Counted calls, each guesser in an hour of its own: all come from one address. */
async function guessCounted(world: GuessWorld, each: Aimed): Promise<Found> {
  await world.live('real', 60 * minuteMs)
  const compared = await guess(each, each.one)
  await world.live('real', 60 * minuteMs)
  const first = await guess(each, each.other, before)
  await world.live('real')
  const withRestart = first + (await guess(each, each.other))
  await world.live('real')
  const staysLocked = (await each.other.guess()).msg === each.target.locked
  return { target: each.target, compared, withRestart, staysLocked, locks: [], inOneDay: compared }
}

/** Goes on where a lock ends, lock after lock, until the tries of the day are used up; each time with another server. */
async function guessOn(world: GuessWorld, aimed: readonly Aimed[], found: readonly Found[]): Promise<Found[]> {
  const locks = aimed.map((): number[] => [])
  const sums = found.map(({ inOneDay }) => inOneDay)
  const isOver = (place: number): boolean => (locks[place]?.at(-1) ?? 0) * minuteMs > untilNextDayMs
  for (let round = 0; round < rounds; round += 1) {
    let longest = 0
    for (const [place, { other }] of aimed.entries()) {
      if (isOver(place)) continue
      const until = (await other.guess()).params?.until ?? ''
      const ms = Date.parse(until) - world.wall().getTime()
      locks[place]?.push(Math.ceil(ms / minuteMs))
      if (!isOver(place)) longest = Math.max(longest, ms)
    }
    if (longest === 0) break
    await world.live('real', longest + 1_000)
    for (const [place, each] of aimed.entries()) {
      if (isOver(place)) continue
      await each.other.again?.()
      sums[place] = (sums[place] ?? 0) + (await guess(each, each.other))
    }
  }
  return found.map((each, place) => ({ ...each, locks: locks[place] ?? [], inOneDay: sums[place] ?? 0 }))
}

/** Guesses at everything there is to guess at; through a whole day where that is asked for. */
export async function guessAtAll(world: GuessWorld, { day }: { readonly day: boolean }): Promise<readonly Found[]> {
  const aimed: Aimed[] = []
  for (const target of targets) aimed.push({ target, one: await target.aim(world), other: await target.aim(world) })
  const locking = aimed.filter(isLocking)
  const firsts = await guessTwice(world, locking)
  const found = day ? await guessOn(world, locking, firsts) : firsts
  const puzzle = aimed.filter((each) => !isLocking(each) && !isCounted(each))
  // A puzzle lives two minutes: it is asked for anew.
  const fresh: Aimed[] = []
  for (const { target } of puzzle) fresh.push({ target, one: await target.aim(world), other: await target.aim(world) })
  found.push(...(await guessTwice(world, fresh)))
  for (const each of aimed.filter(isCounted)) found.push(await guessCounted(world, each))
  return found
}
