import { keepStop, type Stopped } from '#identity/stops.store.ts'
import { setBan, setWarning, setWithdrawalBan, stoppedWallets, type Wallet } from '#identity/wallet.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { choiceOf, durationOf, reasonOf, walletOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'
import { spending } from '../money/spending.ts'

const listMax = 200
/** PRODUCT.md part 5: a withdrawal ban ends after at most 30 days unless renewed with a new reason. */
const withdrawalBanMaxMs = 30 * dayMs
/** Assumed: a suspension lasts at most a year. Reading, withdrawing and cancelling stay possible. */
const suspensionMaxMs = 365 * dayMs
/** A ban this soon after another is a renewal and needs a new reason. */
const againMs = 7 * dayMs

type Kept = { readonly until: Date | null; readonly reason: string | null }
const withdrawalBanOf = ({ withdrawalBanUntil: until, withdrawalBanReason: reason }: Wallet): Kept => ({
  until,
  reason,
})
const suspensionOf = ({ bannedUntil: until, banReason: reason }: Wallet): Kept => ({ until, reason })

const isRenewal = ({ until }: Kept, now: Date): boolean => until !== null && addMs(until, againMs) > now
const shown = (date: Date | null): string => date?.toISOString().slice(0, 16) ?? '—'

const banList: Verb = {
  words: 'ban list',
  guard: 'none',
  usage: '',
  summary: 'Lists who is warned, suspended, or may not withdraw, until when and why.',
  async run({ db, clock, say }) {
    const now = clock.now()
    const found = await stoppedWallets(db, now, listMax)
    for (const wallet of found) {
      const { id, bannedUntil, banReason, withdrawalBanUntil, withdrawalBanReason, warnReason } = wallet
      if (bannedUntil) say(`${id}  suspended until ${shown(bannedUntil)}: ${banReason}`)
      if (withdrawalBanUntil && withdrawalBanUntil > now)
        say(`${id}  may not withdraw until ${shown(withdrawalBanUntil)}: ${withdrawalBanReason}`)
      if (warnReason) say(`${id}  warned: ${warnReason}`)
    }
    if (found.length === 0) say('Nobody is.')
  },
}

const banWarn: Verb = {
  words: 'ban warn',
  guard: 'one',
  usage: '<wallet> <reason>',
  summary: 'Warns a holder: they read the reason, and nothing is stopped.',
  async run(operation) {
    const wallet = await walletOf(operation.db, operation.args[0])
    const { id } = wallet
    const reason = reasonOf(operation.args.slice(1), wallet)
    await makeChange(operation, {
      movesMoney: false,
      will: [`warn ${id}: ${reason}`],
      told: [`warn a wallet: ${reason}`],
      async apply(tx) {
        await setWarning(tx, id, { at: operation.clock.now(), reason })
        return [`${id} is warned: ${reason}`]
      },
    })
  },
}

const stoppedOf = ({ id }: Wallet, kind: 'suspension' | 'withdrawals'): Stopped => ({ subject: `wallet:${id}`, kind })

type Ban = {
  readonly said: string
  readonly done: string
  readonly kind: 'suspension' | 'withdrawals'
  readonly longestMs: number
  readonly keptOf: (wallet: Wallet) => Kept
  readonly set: (
    tx: Parameters<typeof setBan>[0],
    id: Wallet['id'],
    ban: { at: Date; until: Date; reason: string },
  ) => Promise<void>
}

/** One operator can set a short ban. A longer ban takes two operators, and a renewal a new reason. */
async function ban(operation: Operation, { said, done, kind, longestMs, keptOf, set }: Ban): Promise<void> {
  const { args, clock, db } = operation
  const wallet = await walletOf(db, args[0])
  const ms = durationOf(args[1])
  if (ms > longestMs) throw new UsageError(`how long: at most ${longestMs / dayMs}d`)
  const reason = reasonOf(args.slice(2), wallet)
  const kept = keptOf(wallet)
  if (isRenewal(kept, clock.now()) && kept.reason?.trim().toLowerCase() === reason.toLowerCase())
    throw new UsageError(`reason: a new one; it was said before: ${kept.reason}`)
  const spends = {
    stopped: stoppedOf(wallet, kind),
    closingAt: (from: Date) => ({ from, until: addMs(from, ms) }),
  }
  await makeChange(operation, {
    movesMoney: true,
    spends,
    will: [`${said} ${wallet.id} until ${shown(spends.closingAt(clock.now()).until)}: ${reason}`],
    told: [`${said} a wallet for ${args[1]}: ${reason}`],
    async apply(tx, _signer, { from, until }) {
      await set(tx, wallet.id, { at: from, until, reason })
      return [`${wallet.id} ${done} until ${until.toISOString()}: ${reason}`]
    },
  })
}

const stops = { guard: 'two', ...spending } as const

const banSuspend: Verb = {
  ...stops,
  words: 'ban suspend',
  usage: '<wallet> <72h|30d> <reason>',
  summary:
    'Suspends a wallet until an end, for a reason its holder reads: all but reading, withdrawing and cancelling stops.',
  run: (operation) =>
    ban(operation, {
      said: 'suspend',
      done: 'is suspended',
      kind: 'suspension',
      longestMs: suspensionMaxMs,
      keptOf: suspensionOf,
      set: setBan,
    }),
}

const banWithdrawals: Verb = {
  ...stops,
  words: 'ban withdrawals',
  usage: '<wallet> <72h|30d> <reason>',
  summary: 'Stops the withdrawals of a wallet for 30 days at most, for a reason its holder reads.',
  run: (operation) =>
    ban(operation, {
      said: 'stop the withdrawals of',
      done: 'may not withdraw',
      kind: 'withdrawals',
      longestMs: withdrawalBanMaxMs,
      keptOf: withdrawalBanOf,
      set: setWithdrawalBan,
    }),
}

const levels = ['warning', 'suspension', 'withdrawals'] as const
const nameOf = { warning: 'warning', suspension: 'suspension', withdrawals: 'ban of withdrawals' } as const

const banLift: Verb = {
  words: 'ban lift',
  guard: 'two-or-72h',
  usage: '<wallet> <warning|suspension|withdrawals> <reason>',
  summary: 'Ends a warning, a suspension or a ban of withdrawals before its end.',
  async run(operation) {
    const { args, clock, db } = operation
    const wallet = await walletOf(db, args[0])
    const level = choiceOf(args[1], levels, 'what')
    const reason = reasonOf(args.slice(2), wallet)
    const { warnReason, bannedAt, withdrawalBanUntil: until } = wallet
    const stands = {
      warning: warnReason !== null,
      suspension: bannedAt !== null,
      withdrawals: until !== null && until > clock.now(),
    }
    if (!stands[level]) throw new UsageError(`${wallet.id} has no ${nameOf[level]} to lift; see: ban list`)
    await makeChange(operation, {
      movesMoney: true,
      will: [`lift the ${nameOf[level]} of ${wallet.id}: ${reason}`],
      told: [`lift the ${nameOf[level]} of a wallet: ${reason}`],
      async apply(tx) {
        const at = clock.now()
        if (level === 'warning') await setWarning(tx, wallet.id, null)
        else if (level === 'suspension') await setBan(tx, wallet.id, null)
        else await setWithdrawalBan(tx, wallet.id, { until: at, reason })
        // Keeps the ban's record and end.
        if (level !== 'warning') await keepStop(tx, stoppedOf(wallet, level), { from: at, until: at }, 'two')
        return [`${wallet.id}: the ${nameOf[level]} is lifted: ${reason}`]
      },
    })
  },
}

export const banVerbs: readonly Verb[] = [banList, banWarn, banSuspend, banWithdrawals, banLift]
