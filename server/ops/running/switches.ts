import { withdrawalOpenings } from '#custody/payments/withdrawal-settings.ts'
import { depositOpenings } from '#custody/watching/deposits/deposit-settings.ts'
import { transferOpenings } from '#features/transfers/transfer-settings.ts'
import { coins } from '#kit/amount/coins.ts'
import { chainCoin, chainIds } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import { changeSetting, readSetting } from '#kit/store/settings.store.ts'
import type { Setting } from '#kit/store/settings.ts'
import { pairNumber, pairs } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { longestClosedMs } from '#kit/time/closing.ts'
import { alwaysOpen, type Opening, openingAt } from '#kit/time/opening.ts'
import { lines } from '#ledger/posting/lines.ts'
import { exchangeOpenings } from '#market/trade/trade-settings.ts'
import { lineOpenings } from '#products/gates/line-openings.ts'
import { choiceOf, durationOf, reasonOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

/** Longest closing of switches that do not block exits. Renewable. */
const longestMs = 30 * dayMs
/** Closing again within this time takes two operators. */
const againMs = 7 * dayMs

type Openings = Readonly<Record<string, Opening>>
type Action = { readonly setting: Setting<Openings>; readonly names: readonly string[]; readonly longestMs: number }

const travelling = chainIds.flatMap((chain) =>
  coins.filter((coin) => chainCoin(chain, coin)).map((coin) => `${chain}.${coin}`),
)

const actions: Readonly<Record<string, Action>> = {
  deposit: { setting: depositOpenings, names: travelling, longestMs },
  withdrawal: { setting: withdrawalOpenings, names: travelling, longestMs: longestClosedMs },
  transfer: { setting: transferOpenings, names: coins, longestMs },
  exchange: { setting: exchangeOpenings, names: pairs, longestMs },
  line: { setting: lineOpenings, names: lines, longestMs },
}

const pairIn = (typed: string | undefined): string | undefined =>
  pairs.find((pair) => `${pairNumber(pair)}` === typed) ?? typed

type Wanted = Action & { readonly name: string; readonly said: string }
function wantedOf({ args }: Operation): Wanted {
  const typed = choiceOf(args[0], Object.keys(actions), 'action')
  const action = actions[typed] ?? fail('ops.nothing_to_do')
  const name = choiceOf(typed === 'exchange' ? pairIn(args[1]) : args[1], action.names, 'what')
  return { ...action, name, said: `${typed} ${name}` }
}

/** @throws UsageError above the maximum */
function endOf({ clock }: Operation, typed: string | undefined, { longestMs }: Action): Date {
  const ms = durationOf(typed)
  if (ms > longestMs) throw new UsageError(`how long: at most ${longestMs / dayMs}d`)
  return addMs(clock.now(), ms)
}

const openingOf = (openings: Openings, name: string): Opening => openings[name] ?? alwaysOpen

/** Closing counts as tightening only if no one closed it recently. */
function isFirstTime({ until, ...opening }: Opening, now: Date): boolean {
  if (until === undefined) return openingAt(opening, now) === 'open'
  return addMs(new Date(until), againMs) <= now
}

const textOf = (opening: Opening, now: Date): string => {
  const state = openingAt(opening, now)
  const { opensAt, closesAt, open, until, reason } = opening
  const isKept = until === undefined || new Date(until) > now
  const window = isKept && open && `${opensAt}${closesAt}` !== '00:0024:00' ? ` ${opensAt}–${closesAt} UTC` : ''
  return `${state === 'closed' ? 'off' : 'on'}${window}${isKept && until ? ` until ${until}: ${reason}` : ''}`
}

async function change(operation: Operation, wanted: Wanted, next: (now: Date) => Opening, isClosing: boolean) {
  const { clock, db } = operation
  const { setting, name, said } = wanted
  const before = openingOf(await readSetting(db, setting), name)
  const tightens = isClosing && isFirstTime(before, clock.now())
  const shown = next(clock.now())
  await makeChange(operation, {
    movesMoney: true,
    tightens,
    will: [`${said}: ${textOf(shown, clock.now())}, now ${textOf(before, clock.now())}`],
    async apply(tx) {
      const at = clock.now()
      const openings = await readSetting(tx, setting)
      if (tightens && !isFirstTime(openingOf(openings, name), at)) fail('ops.two_needed')
      const opening = next(at)
      const reason = opening.reason ?? said
      await changeSetting(tx, setting, { value: { ...openings, [name]: opening }, reason, at })
      return [`${said} is ${textOf(opening, at)}`]
    },
  })
}

const switchList: Verb = {
  words: 'switch list',
  guard: 'none',
  usage: '',
  summary: 'Lists what is closed, wholly or but for a daily window, until when and why.',
  async run({ db, clock, say }) {
    const now = clock.now()
    let closed = 0
    for (const [action, { setting }] of Object.entries(actions))
      for (const [name, opening] of Object.entries(await readSetting(db, setting))) {
        if (opening.until && new Date(opening.until) <= now) continue
        say(`${action} ${name}  ${textOf(opening, now)}`)
        closed += 1
      }
    if (closed === 0) say('Everything is open.')
  },
}

const closing = {
  guard: 'two',
  mayTighten: 'closing protects at once; it has an end, and closing again soon takes two',
  isPublic: true,
} as const

const switchOff: Verb = {
  ...closing,
  words: 'switch off',
  usage: '<deposit|withdrawal|transfer|exchange|line> <what> <90m|24h|3d> <reason>',
  summary:
    'Closes an action, with an end and a public reason; a withdrawal for 72 hours at most. What: bsc.USDT (deposit, withdrawal), USDT (transfer), USDT-ATMC or the number of a pair (exchange), dual (line).',
  async run(operation) {
    const wanted = wantedOf(operation)
    const reason = reasonOf(operation.args.slice(3))
    endOf(operation, operation.args[2], wanted)
    const next = (now: Date): Opening => ({
      ...alwaysOpen,
      open: false,
      since: now.toISOString(),
      until: endOf(operation, operation.args[2], wanted).toISOString(),
      reason,
    })
    await change(operation, wanted, next, true)
  },
}

const windowSet: Verb = {
  ...closing,
  words: 'window set',
  usage: '<action> <what> <09:00-17:00> <90m|24h|3d> <reason>',
  summary: 'Opens an action only in a daily window (UTC), with an end and a public reason.',
  async run(operation) {
    const wanted = wantedOf(operation)
    const [, , window = '', typed, ...words] = operation.args
    const [, opensAt = '', closesAt = ''] =
      /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(window) ?? []
    if (opensAt === closesAt) throw new UsageError('window: like 09:00-17:00, in UTC')
    const reason = reasonOf(words)
    endOf(operation, typed, wanted)
    const next = (now: Date): Opening => ({
      open: true,
      opensAt,
      closesAt,
      since: now.toISOString(),
      until: endOf(operation, typed, wanted).toISOString(),
      reason,
    })
    await change(operation, wanted, next, true)
  },
}

const switchOn: Verb = {
  words: 'switch on',
  guard: 'two',
  isPublic: true,
  usage: '<action> <what> <reason>',
  summary: 'Opens again, before its end, what a switch or a window closed.',
  async run(operation) {
    const wanted = wantedOf(operation)
    const reason = reasonOf(operation.args.slice(2))
    const before = openingOf(await readSetting(operation.db, wanted.setting), wanted.name)
    const now = operation.clock.now()
    if (before === alwaysOpen || (before.until && new Date(before.until) <= now))
      throw new UsageError(`${wanted.said} is open`)
    const next = (at: Date): Opening => ({ ...alwaysOpen, since: at.toISOString(), until: at.toISOString(), reason })
    await change(operation, wanted, next, false)
  },
}

export const switchVerbs: readonly Verb[] = [switchList, switchOff, windowSet, switchOn]
