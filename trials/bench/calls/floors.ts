/** Lower bounds: HTTP alone, and a minimal transaction for a transfer. */
import { performance } from 'node:perf_hooks'
import Fastify, { type FastifyInstance } from 'fastify'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { nonceRing, tokenHash } from '#identity/sessions/session.store.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import { partitionAt } from '#kit/store/partitions.ts'
import { randomText, randomUuid } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { keptAnswers } from '#kit/wire/kept-answer.store.ts'
import { openAccounts, sendBatch } from '#ledger/posting/batch.store.ts'
import { available } from '#ledger/posting/chart.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import type { Went } from './connections.ts'
import type { Person } from './people.ts'

export async function bareServer(port: number): Promise<FastifyInstance> {
  const app = Fastify()
  const answer = { code: 0, msg: 'success', data: {} }
  app.get(`/api${loadConfig.path}`, () => answer)
  app.post(`/api${makeTransfer.path}`, () => answer)
  await app.listen({ port, host: '127.0.0.1' })
  return app
}

const leastText = `WITH found AS (
    SELECT s.id, s.wallet_id FROM session s JOIN wallet w ON w.id = s.wallet_id JOIN wallet_token t ON t.session_id = s.id
    WHERE s.token_hash = $1 AND t.token_hash = $2 AND s.ended_at IS NULL AND w.banned_at IS NULL AND w.frozen_at IS NULL
  ), spent AS (INSERT INTO session_nonce (part, session_id, nonce) SELECT $3, id, $4 FROM found RETURNING 1)
  INSERT INTO kept_answer (part, wallet_id, key, fingerprint, at, sealed) SELECT $5, wallet_id, $6, $7, now(), convert_to($8, 'UTF8') FROM found`

async function leastTransfer(db: Db, from: Person, to: Person): Promise<void> {
  const [wall, key] = [wallClock.now(), randomUuid()]
  const postings = [
    { from: available(from.walletId), to: available(to.walletId), asset: 'USDT', units: 1_000_000n, code: 4 },
  ] as const
  const entry = { key: `req:${from.walletId}:${key}`, at: wall, postings }
  checkEntry(entry)
  await db.transaction(async (tx) => {
    await tx.query(
      leastText,
      [
        tokenHash(from.token),
        tokenHash(from.walletToken),
        partitionAt(nonceRing, wall),
        randomText(16),
        partitionAt(keptAnswers, wall),
        key,
        randomText(32),
        '{"id":1}',
      ],
      'bench_least',
    )
    const [decision] = await sendBatch(tx, [entry], await openAccounts(tx, [entry]))
    expect(decision?.verdict === 'posted', 'there is enough')
  })
}

export async function leastTransfers(
  db: Db,
  people: readonly Person[],
  inFlight: number,
  seconds: number,
): Promise<Went> {
  const times: number[] = []
  const began = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() - began < seconds * 1000) {
        const place = next++
        const [from, to] = [people[place % people.length], people[(place * 7 + 1) % people.length]]
        expect(from && to, 'there are people')
        const since = performance.now()
        if (from !== to) await leastTransfer(db, from, to)
        times.push(performance.now() - since)
      }
    }),
  )
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), answers: new Map(), calls: times.length }
}
