import { digestsOf, operations, sortedJson } from '#identity/operator-log.store.ts'
import { publishedHeads } from '#identity/operator-log-head.store.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { listChanges } from './proof.contract.ts'

const pageSize = 50
const headsShown = 31

const listChangesApi = (demo: boolean) =>
  implementRead(listChanges, async ({ cursor }, { db }) => {
    const before = /^\d{1,15}$/.test(cursor) ? BigInt(cursor) : undefined
    const rows = await operations(db, pageSize + 1, before)
    const items = rows.slice(0, pageSize).map(({ id, at, args, changed, isPublic, proposal, salt, ...row }) => ({
      line: Number(id),
      at: at.toISOString(),
      verb: row.verb,
      operator: row.operator,
      publicKey: row.publicKey,
      signature: row.signature,
      proposal: proposal ? Number(proposal) : null,
      args: isPublic ? sortedJson(args) : null,
      changed: isPublic ? sortedJson(changed) : null,
      salt: isPublic ? salt : null,
      ...digestsOf({ args, changed, salt }),
      previous: row.previous,
      hash: row.hash,
    }))
    const heads = (await publishedHeads(db, headsShown)).map(({ line, ...head }) => ({ ...head, line: Number(line) }))
    return { items, next: rows.length > pageSize ? String(items.at(-1)?.line) : '', heads, demo }
  })

/** The calls of what everybody may check. */
export const proofCalls = (demo: boolean): readonly Implementation[] => [listChangesApi(demo)]
