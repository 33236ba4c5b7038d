import { LRUCache } from 'lru-cache'
import { digestsOf, operations, sortedJson } from '#identity/operators/operator-log.store.ts'
import { publishedHeads } from '#identity/operators/operator-log-head.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { isDay } from '#kit/time/clock.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { companyProofs, findProof } from '#proofs/days/proof.server.ts'
import type { KeptDay } from '#proofs/days/proofs.store.ts'
import { countProofDays, latestProofDay } from '#proofs/days/publish.store.ts'
import { movedSince, unrecordedSince } from '#proofs/days/since.store.ts'
import { companyProof, listChanges, listStatements, myProof, proofSummary } from './proof.contract.ts'
import { statementsWritten, withWritings } from './published.server.ts'
import { proofHotApi, proofReservesApi } from './reserves.api.ts'

const pageSize = 50
const headsShown = 31

const listChangesApi = (demo: boolean) =>
  implementRead(listChanges, async ({ cursor }, { db }) => {
    const before = /^\d{1,15}$/.test(cursor) ? BigInt(cursor) : undefined
    const rows = await operations(db, pageSize + 1, before)
    const items = rows.slice(0, pageSize).map(({ id, at, args, changed, isPublic, told, proposal, salt, ...row }) => ({
      line: Number(id),
      at: at.toISOString(),
      verb: row.verb,
      operator: row.operator,
      publicKey: row.publicKey,
      signature: row.signature,
      proposal: proposal ? Number(proposal) : null,
      args: isPublic ? sortedJson(args) : null,
      changed: isPublic ? sortedJson(changed) : null,
      told: told ? sortedJson(told) : null,
      salt: isPublic ? salt : null,
      ...digestsOf({ args, changed, salt }),
      previous: row.previous,
      hash: row.hash,
    }))
    const heads = (await publishedHeads(db, headsShown)).map(({ line, ...head }) => ({ ...head, line: Number(line) }))
    return { items, next: rows.length > pageSize ? String(items.at(-1)?.line) : '', heads, demo }
  })

const statementsShown = 31

const proofSummaryApi = (demo: boolean) =>
  implementRead(proofSummary, async (_, { db }) => {
    const [latest] = await statementsWritten(db, 1)
    return { latest: latest ?? null, ...(await countProofDays(db)), demo }
  })

const listStatementsApi = implementRead(listStatements, async ({ cursor, from }, { db }) => {
  const span = { before: isDay(cursor) ? cursor : undefined, from: from && isDay(from) ? from : undefined }
  const rows = await statementsWritten(db, statementsShown + 1, span)
  const items = rows.slice(0, statementsShown)
  return { items, next: rows.length > statementsShown ? (items.at(-1)?.day ?? '') : '' }
})

const companyProofApi = implementRead(companyProof, async (_, { db }) => {
  const latest = await latestProofDay(db)
  if (!latest) return { latest: null, evidence: '[]' }
  const [published] = await withWritings(db, [latest.published])
  return { latest: published ?? null, evidence: JSON.stringify(await companyProofs(db, latest.kept)) }
})

/** Cache size. A proof takes about 6 kB. */
const rememberedMax = 1_000

/** Cached: a proof never changes and costs thousands of hashes. @returns JSON, or null if nothing was owed */
function rememberedProofs() {
  const made = new LRUCache<string, Promise<string | null>>({ max: rememberedMax })
  return (db: Sql, kept: KeptDay, walletId: WalletId): Promise<string | null> => {
    const name = `${kept.day} ${walletId}`
    const known = made.get(name)
    if (known) return known
    const proof = findProof(db, kept, walletId).then((found) => (found ? JSON.stringify(found) : null))
    made.set(name, proof)
    proof.catch(() => made.delete(name))
    return proof
  }
}

const proofOf = rememberedProofs()
/** Maximum postings without a record, about 150 bytes each. */
const unrecordedMax = 500

const myProofApi = implementRead(myProof, async (_, { db, walletId }) => {
  const latest = await latestProofDay(db)
  if (!latest) return { latest: null, evidence: null, since: [], unrecorded: [] }
  const evidence = await proofOf(db, latest.kept, walletId)
  const moved = await movedSince(db, walletId, latest.kept.cut)
  const unrecorded = await unrecordedSince(db, walletId, latest.kept.cut, unrecordedMax + 1)
  const [published] = await withWritings(db, [latest.published])
  return {
    latest: published ?? null,
    evidence,
    unrecorded:
      unrecorded.length > unrecordedMax
        ? null
        : unrecorded.map(({ id, at, units, ...row }) => ({
            ...row,
            id: `${id}`,
            at: at.toISOString(),
            amount: showUnits(units),
          })),
    since: moved.map(({ kind, coin, units }) => {
      expect(isOfWallet(kind), 'a holder has accounts of these kinds alone')
      return { kind, coin, amount: showUnits(units) }
    }),
  }
})

const ofWallet = ['available', 'held', 'principal', 'promised'] as const
const isOfWallet = (kind: string): kind is (typeof ofWallet)[number] => ofWallet.some((each) => each === kind)

export const proofCalls = (demo: boolean): readonly Implementation[] => [
  listChangesApi(demo),
  proofSummaryApi(demo),
  listStatementsApi,
  companyProofApi,
  proofReservesApi(demo),
  proofHotApi,
  myProofApi,
]
