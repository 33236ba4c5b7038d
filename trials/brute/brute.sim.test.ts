import { afterAll, beforeAll, expect, it } from 'vitest'
import { callLimits } from '#identity/captcha/call-count.store.ts'
import { puzzleAttempts } from '#identity/captcha/captcha.ts'
import { attemptsMax, dayAttemptsMax, lockMs } from '#identity/passwords/attempts.ts'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { type Target, targets } from './test-guess-targets.ts'
import { type GuessWorld, guessWorld } from './test-guess-world.ts'
import { type Found, guessAtAll } from './test-guessing.ts'

let chain: TestChain
let world: GuessWorld
let found: readonly Found[]
beforeAll(async () => {
  world = await guessWorld()
  chain = await testChain()
  await connectChains({ db: world.db, networks: chain.networks, signer: chain.signer })
  found = await guessAtAll(world, { day: true })
})
afterAll(async () => {
  await world.close()
  await chain.close()
})
const foundOf = ({ name }: Target) => found.find(({ target }) => target.name === name)

const mostOf = ({ locked, counted }: Target): number => {
  if (counted) return callLimits.initial[counted].minute
  return locked === 'captcha.check_invalid' ? puzzleAttempts : attemptsMax
}

it.each(targets.map((target) => ({ ...target })))(
  '$name: no more guesses than before a lock, also where the server ends after the third',
  (target) => {
    const most = mostOf(target)
    expect(foundOf(target)).toMatchObject({ compared: most, withRestart: most, staysLocked: true })
  },
)

it.each(targets.filter(({ locked }) => locked.endsWith('_locked')).map((target) => ({ ...target })))(
  '$name: longer and longer locks, and the rest of the day after its most',
  (target) => {
    const { locks = [], inOneDay } = foundOf(target) ?? {}
    const most = target.dayMost ?? dayAttemptsMax
    const before = Math.ceil(most / attemptsMax) - 1
    expect(locks.slice(0, -1)).toEqual(lockMs.slice(0, before).map((ms) => ms / minuteMs))
    expect(locks.at(-1)).toBeGreaterThan((3 * hourMs) / minuteMs)
    expect(inOneDay).toBe(most)
  },
)
