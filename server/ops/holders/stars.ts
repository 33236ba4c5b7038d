import { lendStar, starOf } from '#identity/team/star.store.ts'
import { starLevelOf, starMax } from '#identity/team/star-level.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { walletOf, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const lentMs = 365 * dayMs

export const starLend: Verb = {
  words: 'star lend',
  guard: 'two',
  usage: '<wallet> <0-6>',
  summary: 'Lends a wallet of the demo a star for a year, whatever it earns, to look at what stars open.',
  async run(operation) {
    if (!operation.demo) throw new UsageError('A star is earned here; only a demo can lend one.')
    const [typed, wanted] = operation.args
    const { id } = await walletOf(operation.db, typed)
    const number = wholeNumberOf(wanted, 'star')
    if (number > starMax) throw new UsageError(`star: 0 to ${starMax}`)
    const star = starLevelOf(number)
    const at = operation.clock.now()
    const held = await starOf(operation.db, id)
    await makeChange(operation, {
      movesMoney: false,
      will: [`lend ${id} ${star} stars until ${addMs(at, lentMs).toISOString()}; it holds ${held}`],
      async apply(tx) {
        await lendStar(tx, id, star, at, addMs(at, lentMs))
        return [`${id} holds ${star} stars`]
      },
    })
  },
}
