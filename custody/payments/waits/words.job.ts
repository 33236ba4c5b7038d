import { loggedNames } from '#identity/operators/operator-log.store.ts'
import { createWordCheck, signedWords } from '#identity/operators/operator-words.store.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import { reportOnce } from '#outside/chains/incident.store.ts'
import { loadNetworks } from '#outside/chains/network.store.ts'
import { approvalMessage } from '../approving/approvals.ts'
import { openReturns, returnTextOf } from '../returns.store.ts'
import { loadWithdrawals } from '../withdrawals.store.ts'

type ApproverRow = {
  readonly name: string
  readonly publicKey: string
  readonly isRemoved: boolean
  readonly isEnded: boolean
}

/** An approver whom two operators did not appoint, or whose state contradicts the log. */
async function strangerAmong(sql: Sql): Promise<string | undefined> {
  const rows = await sql.query<ApproverRow>(
    'SELECT name, public_key AS "publicKey", removed_at IS NOT NULL AS "isRemoved" FROM approver ORDER BY added_at, name',
  )
  if (rows.length === 0) return undefined
  const added = await signedWords(sql, 'approver add')
  const ended = new Set(await loggedNames(sql, 'approver remove'))
  return rows.find(
    ({ name, publicKey, isRemoved }) =>
      !added.some((args) => args[0] === name && args[1] === publicKey) || isRemoved !== ended.has(name),
  )?.name
}

const returnsMax = 1_000

type Approval = {
  readonly id: bigint
  readonly approver: string
  readonly signature: string
  readonly publicKey: string
}

async function wrongApproval(sql: Sql): Promise<bigint | undefined> {
  const given = await sql.query<Approval>(
    `SELECT a.withdrawal_id AS id, a.approver, a.signature, p.public_key AS "publicKey" FROM withdrawal_approval a
     JOIN approver p ON p.name = a.approver JOIN withdrawal w ON w.id = a.withdrawal_id WHERE w.ended_at IS NULL ORDER BY a.withdrawal_id`,
  )
  if (given.length === 0) return undefined
  const texts = new Map<bigint, string>()
  for (const each of await openReturns(sql, returnsMax)) texts.set(each.id, returnTextOf(each))
  const asked = await loadWithdrawals(
    sql,
    given.map(({ id }) => id).filter((id) => !texts.has(id)),
  )
  for (const each of asked) texts.set(each.id, approvalMessage(each))
  return given.find(({ id, signature, publicKey }) => !isSignedBy(texts.get(id) ?? '', signature, publicKey))?.id
}

/**
 * Verifies the signatures of all operator and approver actions. An invalid signature opens an incident on each network, which stops
 * payments until two operators resolve it.
 */
export function createWordGuard({ db, clock }: { readonly db: Db; readonly clock: Clock }): () => Promise<void> {
  const check = createWordCheck()
  const firstWrong = async (): Promise<string | undefined> => {
    const word = await check(db)
    if (word !== undefined) return word
    const stranger = await strangerAmong(db)
    if (stranger !== undefined) return `approver ${stranger}`
    const approval = await wrongApproval(db)
    return approval === undefined ? undefined : `approval of withdrawal ${approval}`
  }
  return async () => {
    const word = await firstWrong()
    if (word === undefined) return
    for (const { chain } of await loadNetworks(db))
      await reportOnce(db, { chain, kind: 'word_unsigned', halts: true, detail: { word }, at: clock.now() }, 'word')
  }
}
