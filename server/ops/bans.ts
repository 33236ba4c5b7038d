import {
  loadWallet,
  setBan,
  setWarning,
  setWithdrawalBan,
  stoppedWallets,
  type Wallet,
} from '#identity/wallet.store.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import { fail } from '#kit/failure.ts'
import { choiceOf, durationOf, reasonOf, walletOf } from './arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from './verb.ts'

/** Wallets listed at once. */
const listMax = 200
/** PRODUCT.md part 5: a ban of withdrawals ends after 30 days unless it is renewed with a new reason. */
const withdrawalBanMs = 30 * dayMs
/** Assumed: a suspension lasts a year at most; it leaves reading, withdrawing and cancelling. */
const suspensionMaxMs = 365 * dayMs
/** What follows so soon on a ban is its renewal: that takes two operators and a new reason. */
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
    const { id } = await walletOf(operation.db, operation.args[0])
    const reason = reasonOf(operation.args.slice(1))
    await makeChange(operation, {
      movesMoney: false,
      will: [`warn ${id}: ${reason}`],
      async apply(tx) {
        await setWarning(tx, id, { at: operation.clock.now(), reason })
        return [`${id} is warned: ${reason}`]
      },
    })
  },
}

type Ban = {
  readonly said: string
  readonly reason: string
  readonly untilFrom: (now: Date) => Date
  readonly keptOf: (wallet: Wallet) => Kept
  readonly set: (
    tx: Parameters<typeof setBan>[0],
    id: Wallet['id'],
    ban: { at: Date; until: Date; reason: string },
  ) => Promise<void>
}

/** A ban with its end and its reason. One operator sets it at once; keeping it up takes two, and a new reason. */
async function ban(operation: Operation, { said, reason, untilFrom, keptOf, set }: Ban): Promise<void> {
  const { args, clock, db } = operation
  const wallet = await walletOf(db, args[0])
  const kept = keptOf(wallet)
  const renews = isRenewal(kept, clock.now())
  if (renews && kept.reason?.trim().toLowerCase() === reason.toLowerCase())
    throw new UsageError(`reason: a new one; it was said before: ${kept.reason}`)
  await makeChange(operation, {
    movesMoney: true,
    tightens: !renews,
    will: [`${said} ${wallet.id} until ${shown(untilFrom(clock.now()))}: ${reason}`],
    async apply(tx) {
      const at = clock.now()
      if (!renews && isRenewal(keptOf(await loadWallet(tx, wallet.id)), at)) fail('ops.two_needed')
      const until = untilFrom(at)
      await set(tx, wallet.id, { at, until, reason })
      return [`${wallet.id}: ${said} until ${until.toISOString()}: ${reason}`]
    },
  })
}

const stops = {
  guard: 'two',
  mayTighten: 'it protects at once and has an end; renewing it takes two and a new reason',
} as const

const banSuspend: Verb = {
  ...stops,
  words: 'ban suspend',
  usage: '<wallet> <30d> <reason>',
  summary:
    'Suspends a wallet until an end, for a reason its holder reads: all but reading, withdrawing and cancelling stops.',
  async run(operation) {
    const ms = durationOf(operation.args[1])
    if (ms > suspensionMaxMs) throw new UsageError(`how long: at most ${suspensionMaxMs / dayMs}d`)
    const reason = reasonOf(operation.args.slice(2))
    await ban(operation, {
      said: 'suspend',
      reason,
      untilFrom: (now) => addMs(now, ms),
      keptOf: suspensionOf,
      set: setBan,
    })
  },
}

const banWithdrawals: Verb = {
  ...stops,
  words: 'ban withdrawals',
  usage: '<wallet> <reason>',
  summary: 'Stops the withdrawals of a wallet for 30 days, for a reason its holder reads.',
  async run(operation) {
    const reason = reasonOf(operation.args.slice(1))
    await ban(operation, {
      said: 'stop the withdrawals of',
      reason,
      untilFrom: (now) => addMs(now, withdrawalBanMs),
      keptOf: withdrawalBanOf,
      set: setWithdrawalBan,
    })
  },
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
    const reason = reasonOf(args.slice(2))
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
      async apply(tx) {
        if (level === 'warning') await setWarning(tx, wallet.id, null)
        else if (level === 'suspension') await setBan(tx, wallet.id, null)
        // That there was one, and until when, stays known.
        else await setWithdrawalBan(tx, wallet.id, { until: clock.now(), reason })
        return [`${wallet.id}: the ${nameOf[level]} is lifted: ${reason}`]
      },
    })
  },
}

export const banVerbs: readonly Verb[] = [banList, banWarn, banSuspend, banWithdrawals, banLift]
