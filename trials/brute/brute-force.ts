/** npm run trial brute-force. Kills the servers after the third guess and before later locks. Writes docs/security/guessing.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callLimits } from '#identity/captcha/call-count.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { table } from '#scripts/docs/tables/table.ts'
import { putBetween } from '#scripts/run/between-markers.ts'
import { root } from '#scripts/run/command.ts'
import { guessProcesses } from './test-guess-processes.ts'
import type { Target } from './test-guess-targets.ts'
import { type Found, guessAtAll } from './test-guessing.ts'

const page = join(root, 'docs/security/guessing.md')
const hours = 24
const whole = (count: number): string => Math.round(count).toLocaleString('en')

/** Guesses per day, for one wallet or one rate-limited caller. */
const inOneDay = ({ target, inOneDay: found }: Found): number =>
  target.counted ? callLimits.initial[target.counted].hour * hours : found

function chanceOf({ space, locked }: Target, most: number): string {
  if (space === undefined) return 'as good as the password'
  if (locked === 'captcha.check_invalid') return `1 in ${whole(space / most)} for one puzzle`
  const times = space / most
  return times > 1e9 ? `1 in 10^${Math.floor(Math.log10(times))}` : `1 in ${whole(times)}`
}

const world = await guessProcesses()
const chain = await testChain()
try {
  await connectChains({ db: world.db, networks: chain.networks, signer: chain.signer })
  const found = await guessAtAll(world, { day: true })
  const rows = found.map((each) => {
    const { target, compared, withRestart, staysLocked, locks } = each
    const most = inOneDay(each)
    const last = locks.length > 0 ? `${locks.slice(0, -1).join(', ')} min, then the next day` : '—'
    return [
      target.name,
      `${compared}`,
      `${withRestart}`,
      staysLocked ? 'yes' : 'NO',
      target.counted ? 'to the end of the minute, and of the hour' : last,
      target.locked === 'captcha.check_invalid' ? '—' : whole(most),
      chanceOf(target, most),
    ]
  })
  const heads = [
    'Guessed at',
    'guesses until locked',
    'with a kill after the third',
    'still locked after another',
    'locks that follow',
    'guesses a day',
    'chance a day',
  ]
  const text = table(heads, rows)
  process.stdout.write(`${text}\n`)
  writeFileSync(page, putBetween(readFileSync(page, 'utf8'), 'guesses', text))
  process.exitCode = found.every(({ compared, withRestart, staysLocked }) => compared === withRestart && staysLocked)
    ? 0
    : 1
} finally {
  await world.close()
  await chain.close()
}
