/**
 * npm run trial tron-live-check -- https://api.trongrid.io [USDT contract] [final blocks, default 10]. Read-only. On Nile pass its USDT
 * contract. Sends one query per 300 ms, because public nodes limit queries.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type TronAddress, tronAddressProblem } from '#kit/chain/tron-address.ts'
import { wallClock } from '#kit/time/clock.ts'
import { tronHttp } from '#outside/chains/tron/http.ts'
import { checkLive } from '#outside/chains/tron/live-check.ts'

const mainnetUsdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const pauseMs = 300
const [url = '', token = mainnetUsdt, blocks = '10'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

if (!URL.canParse(url) || tronAddressProblem(token) || !(Number(blocks) > 0)) {
  process.stderr.write('Usage: npm run trial tron-live-check -- <url> [contract of USDT] [blocks]\n')
  process.exit(1)
}
const ask = tronHttp(url)
const findings = await checkLive(
  async (path, question) => {
    await wait(pauseMs)
    return ask(path, question)
  },
  { token: token as TronAddress, now: wallClock.now(), blocks: Number(blocks) },
)
for (const { name, isRight, detail } of findings) say(`${isRight ? 'right' : 'WRONG'}  ${name}: ${detail}`)
const wrong = findings.filter(({ isRight }) => !isRight).length
say(wrong === 0 ? 'Everything is as the product relies on it.' : `${wrong} of ${findings.length} are not as relied on.`)
process.exit(wrong === 0 ? 0 : 1)
