import {
  type AddressChange,
  confirmChange,
  endChange,
  waitingChanges,
} from '#custody/payments/address/address-changes.store.ts'
import { fail } from '#kit/failure.ts'
import { wholeNumberOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'
import { spending, spentAtOnce } from '../money/spending.ts'

const listMax = 200

const lineOf = ({
  id,
  walletId,
  chain,
  oldAddress,
  newAddress,
  askedAt,
  readyAt,
  confirmedAt,
}: AddressChange): string =>
  `${id}  ${askedAt.toISOString().slice(0, 16)}  ${walletId}  ${chain}: ${oldAddress} → ${newAddress}  ${
    confirmedAt ? 'confirmed' : 'to be confirmed'
  }, made from ${readyAt.toISOString().slice(0, 16)} on`

async function find({ db, args }: Operation): Promise<AddressChange> {
  const id = wholeNumberOf(args[0], 'change')
  const found = (await waitingChanges(db, listMax)).find((change) => change.id === BigInt(id))
  if (!found) throw new UsageError(`No change ${id} waits; see: address changes`)
  return found
}

function reasonOf({ args }: Operation, what: string): string {
  const reason = args.slice(1).join(' ')
  if (!reason) throw new UsageError(what)
  return reason
}

const addressChanges: Verb = {
  words: 'address changes',
  guard: 'none',
  usage: '',
  summary: 'Lists the changes of withdrawal addresses that holders have asked for and that wait, oldest first.',
  async run({ db, say }) {
    const found = await waitingChanges(db, listMax)
    for (const change of found) say(lineOf(change))
    if (found.length === 0) say('None waits.')
  },
}

const addressConfirm: Verb = {
  words: 'address confirm',
  guard: 'two',
  usage: '<number> <reason>',
  summary:
    'Says yes to a change of a withdrawal address, once you have made sure that the holder asks for it. It is made 72 h after they did.',
  async run(operation) {
    const reason = reasonOf(operation, 'reason: how you made sure that it is the holder who asks')
    const change = await find(operation)
    await makeChange(operation, {
      movesMoney: true,
      will: [`confirm: ${lineOf(change)}`],
      async apply(tx) {
        await confirmChange(tx, change.id, reason, operation.clock.now())
        return [`change ${change.id} is confirmed: ${reason}`]
      },
    })
  },
}

const addressRefuse: Verb = {
  words: 'address refuse',
  guard: 'two',
  ...spending,
  usage: '<number> <reason>',
  summary: 'Refuses a change of a withdrawal address, also one that was confirmed: the old address stays.',
  async run(operation) {
    const reason = reasonOf(operation, 'reason: why the old address stays')
    const change = await find(operation)
    await makeChange(operation, {
      movesMoney: false,
      spends: spentAtOnce(change.walletId, 'address'),
      will: [`refuse: ${lineOf(change)}`],
      async apply(tx) {
        const end = { state: 'refused', note: reason, at: operation.clock.now() } as const
        if (!(await endChange(tx, change.id, end))) fail('ops.nothing_to_do')
        return [`change ${change.id} is refused: ${reason}`]
      },
    })
  },
}

export const addressChangeVerbs: readonly Verb[] = [addressChanges, addressConfirm, addressRefuse]
