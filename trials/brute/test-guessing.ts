import { expect } from '#kit/expect.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { type Guesser, type Target, targets } from './test-guess-targets.ts'
import type { GuessWorld } from './test-guess-world.ts'

export type Found = {
  readonly target: Target
  readonly compared: number
  /** Guesses checked with a server restart after the third guess. */
  readonly withRestart: number
  /** Whether another restart allows no further guess. */
  readonly staysLocked: boolean
  /** Minutes of consecutive locks. The last lock lasts until the next day. */
  readonly locks: readonly number[]
  readonly inOneDay: number
}

const [most, before] = [500, 3]
const rounds = 4
const untilNextDayMs = 3 * 60 * minuteMs

type Aimed = { readonly target: Target; readonly one: Guesser; readonly other: Guesser }
const isLocking = ({ target }: Aimed): boolean => target.locked.endsWith('_locked')
const isCounted = ({ target }: Aimed): boolean => target.locked === 'request.too_often'

/** Guesses until the limit or lock. @returns guesses checked */
async function guess({ target }: Aimed, guesser: Guesser, atMost = most): Promise<number> {
  for (let compared = 0; compared < atMost; compared += 1) {
    const { msg, code } = await guesser.guess()
    expect(code !== 0 || target.locked === 'captcha.check_invalid', `${target.name} is not guessed`)
    // The guess that triggered the lock was checked. A rejected call was not.
    if (msg === target.locked) return compared + (target.locked.endsWith('_locked') ? 1 : 0)
  }
  return atMost
}

/** Guesses one target until locked and another across a restart. Then checks the first on a third server. */
async function guessTwice(world: GuessWorld, aimed: readonly Aimed[]): Promise<Found[]> {
  await world.live('real')
  const firsts: { compared: number; first: number }[] = []
  for (const each of aimed) {
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

/** All guessers share an address, so each gets its own hour. */
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

export async function guessAtAll(world: GuessWorld, { day }: { readonly day: boolean }): Promise<readonly Found[]> {
  const aimed: Aimed[] = []
  for (const target of targets) aimed.push({ target, one: await target.aim(world), other: await target.aim(world) })
  const locking = aimed.filter(isLocking)
  const firsts = await guessTwice(world, locking)
  const found = day ? await guessOn(world, locking, firsts) : firsts
  const puzzle = aimed.filter((each) => !isLocking(each) && !isCounted(each))
  const fresh: Aimed[] = []
  for (const { target } of puzzle) fresh.push({ target, one: await target.aim(world), other: await target.aim(world) })
  found.push(...(await guessTwice(world, fresh)))
  for (const each of aimed.filter(isCounted)) found.push(await guessCounted(world, each))
  return found
}
