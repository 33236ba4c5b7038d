import {
  type Approver,
  addApprover,
  approvers,
  lockApprovers,
  removeApprover,
} from '#custody/payments/approving/approvals.store.ts'
import { withdrawalApprovals } from '#custody/payments/withdrawal-settings.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

function nameOf(typed: string | undefined): string {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(typed ?? '')) throw new UsageError('name: small letters, digits and hyphens')
  return `${typed}`
}

const approverList: Verb = {
  words: 'approver list',
  guard: 'none',
  usage: '',
  summary: 'Lists who may approve withdrawals above the review limits, with their public keys.',
  async run({ db, say }) {
    const found = await approvers(db)
    for (const { name, publicKey } of found) say(`${name}  ${publicKey}`)
    if (found.length === 0) say('Nobody is named.')
  },
}

const approverAdd: Verb = {
  words: 'approver add',
  guard: 'two',
  isPublic: true,
  keyPlace: 1,
  usage: '<name> <public key>',
  summary:
    'Names somebody who may approve withdrawals, by the public half of a key that only they hold: Ed25519, base64url.',
  async run(operation) {
    const name = nameOf(operation.args[0])
    const publicKey = operation.args[1] ?? ''
    if (!/^[A-Za-z0-9_-]{43}$/.test(publicKey)) throw new UsageError('public key: 32 bytes, base64url, 43 characters')
    await makeChange(operation, {
      movesMoney: true,
      will: [`let ${name} approve withdrawals, by the key ${publicKey}`],
      async apply(tx) {
        if (!(await addApprover(tx, { name, publicKey }, operation.clock.now()))) fail('ops.nothing_to_do')
        return [`${name} may approve withdrawals`]
      },
    })
  },
}

/** Minimum number of approvers, to prevent pressure on a single one. */
const approversLeast = 2

async function areEnough(sql: Sql, count: number): Promise<boolean> {
  return count >= Math.max(approversLeast, await readSetting(sql, withdrawalApprovals))
}

const othersIn = (found: readonly Approver[], name: string): number =>
  found.filter((approver) => approver.name !== name).length

const approverRemove: Verb = {
  words: 'approver remove',
  guard: 'two',
  mayTighten: 'a say that is in wrong hands ends at once, while as many approvers stay as must sign',
  isPublic: true,
  usage: '<name>',
  summary:
    "Ends somebody's say in withdrawals, also in those they have signed and that have not gone. A name is never given again.",
  async run(operation) {
    const name = nameOf(operation.args[0])
    const tightens = await areEnough(operation.db, othersIn(await approvers(operation.db), name))
    await makeChange(operation, {
      movesMoney: false,
      tightens,
      will: [`end the say of ${name}`],
      async apply(tx) {
        const others = othersIn(await lockApprovers(tx), name)
        if (tightens && !(await areEnough(tx, others))) fail('ops.two_needed')
        if (!(await removeApprover(tx, name, operation.clock.now()))) fail('ops.nothing_to_do')
        return [`${name} approves nothing any more`]
      },
    })
  },
}

export const approverVerbs: readonly Verb[] = [approverList, approverAdd, approverRemove]
