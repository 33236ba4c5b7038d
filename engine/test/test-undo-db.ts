import { expect } from '#kit/expect.ts'
import type { Db, DbIdentity, Sql, Tx } from '#kit/store/db.ts'

export type UndoDb = Db & {
  undo(): Promise<void>
}

/** Undone rows are vacuumed after this many undos. */
const clearedAfter = 40

class Undone extends Error {}

type Outer = { readonly tx: Tx; end(): Promise<void> }

/** A transaction that stays open until it is rolled back. */
async function openOuter(db: Db): Promise<Outer> {
  const began = Promise.withResolvers<Tx>()
  const over = Promise.withResolvers<never>()
  const done = db
    .transaction((tx) => {
      began.resolve(tx)
      return over.promise
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  done.catch(began.reject)
  return {
    tx: await began.promise,
    end: () => {
      over.reject(new Undone())
      return done
    },
  }
}

/** Turns transactions into sequential savepoints of one outer transaction that never commits. Checks deferred constraints after each. */
export async function undoDb(db: Db): Promise<UndoDb> {
  let outer = await openOuter(db)
  let identity: DbIdentity = {}
  let last: Promise<unknown> = Promise.resolve()
  let undone = 0
  /** In sequence, because savepoints nest. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
  const inPart = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { query } = outer.tx
    const state = { over: false }
    const own: Sql['query'] = (text, params, name) => {
      expect(!state.over, 'a tx is used only while its transaction is open')
      return query(text, params, name) as never
    }
    await query('SAVEPOINT part')
    try {
      const result = await work({ identity, inTransaction: true, query: own })
      state.over = true
      await query('SET CONSTRAINTS ALL IMMEDIATE')
      await query('SET CONSTRAINTS ALL DEFERRED')
      await query('RELEASE SAVEPOINT part')
      return result
    } catch (error) {
      state.over = true
      await query('ROLLBACK TO SAVEPOINT part')
      await query('RELEASE SAVEPOINT part')
      identity = {}
      throw error
    }
  }
  const writes = /^\s*(insert|update|delete|with|select\s+\S*(post|pay|write|take)\S*\()/i
  return {
    get identity() {
      return identity
    },
    inTransaction: false,
    query: (text, params, name) =>
      inTurn(() =>
        writes.test(text) ? inPart(({ query }) => query(text, params, name)) : outer.tx.query(text, params, name),
      ) as never,
    exec: (script) => inTurn(async () => void (await outer.tx.query(script))),
    transaction: (work) => inTurn(() => inPart(work)),
    undo: () =>
      inTurn(async () => {
        await outer.end()
        identity = {}
        undone += 1
        if (undone % clearedAfter === 0) await db.exec('VACUUM')
        outer = await openOuter(db)
      }),
    // The outer transaction never commits, so it never notifies.
    hear: () => () => {},
    close: () =>
      inTurn(async () => {
        await outer.end()
        await db.close()
      }),
  }
}
