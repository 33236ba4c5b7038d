import { releaseOf, releases, setRelease } from '#identity/mail/mailbox.store.ts'
import { lockWallet } from '#identity/wallet.store.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { evidenceOf, reasonOf, walletOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'
import { spending, spentAtOnce } from '../money/spending.ts'

const waitMs = 72 * hourMs
const listMax = 200

const shown = (at: Date): string => at.toISOString().slice(0, 16)

async function expectBound(sql: Sql, id: WalletId): Promise<Date | null> {
  const from = await releaseOf(sql, id)
  if (from === undefined) throw new UsageError(`${id} has no mailbox bound.`)
  return from
}

const mailboxReleases: Verb = {
  words: 'mailbox releases',
  guard: 'none',
  usage: '',
  summary: 'Lists the mailboxes that were released because their holders cannot read them, the next first.',
  async run({ db, say }) {
    const found = await releases(db, listMax)
    for (const { walletId, from } of found) say(`${walletId}  another one may be bound from ${shown(from)} on`)
    if (found.length === 0) say('None is.')
  },
}

const mailboxRelease: Verb = {
  words: 'mailbox release',
  guard: 'two',
  usage: '<wallet> <reason>',
  summary:
    'Lets a holder who cannot read the bound mailbox bind another one without a code of it, 72 h from now. The mailbox is told at once, and whoever reads it can end this.',
  async run(operation) {
    const { args, clock, db } = operation
    const { id } = await walletOf(db, args[0])
    const reason = evidenceOf(args.slice(1), 'reason: how you made sure that it is the holder who asks')
    if (await expectBound(db, id))
      throw new UsageError(`The mailbox of ${id} is released already; see: mailbox releases`)
    await makeChange(operation, {
      movesMoney: true,
      will: [`release the mailbox of ${id} in 72 h, and tell it now: ${reason}`],
      async apply(tx) {
        await lockWallet(tx, id)
        const from = addMs(clock.now(), waitMs)
        // If another operator already released the mailbox, the earlier time stays.
        const released = (await expectBound(tx, id)) ?? from
        await setRelease(tx, id, released)
        return [`${id}: another mailbox may be bound from ${released.toISOString()} on: ${reason}`]
      },
    })
  },
}

const mailboxKeep: Verb = {
  words: 'mailbox keep',
  guard: 'two',
  ...spending,
  usage: '<wallet> <reason>',
  summary: 'Takes the release of a mailbox back: another one takes a code of it again.',
  async run(operation) {
    const { args, db } = operation
    const { id } = await walletOf(db, args[0])
    const reason = reasonOf(args.slice(1))
    if (!(await expectBound(db, id)))
      throw new UsageError(`The mailbox of ${id} is not released; see: mailbox releases`)
    await makeChange(operation, {
      movesMoney: false,
      spends: spentAtOnce(id, 'mailbox'),
      will: [`keep the mailbox of ${id}: ${reason}`],
      async apply(tx) {
        await lockWallet(tx, id)
        await setRelease(tx, id, null)
        return [`${id}: the mailbox stays: ${reason}`]
      },
    })
  },
}

export const mailboxVerbs: readonly Verb[] = [mailboxReleases, mailboxRelease, mailboxKeep]
