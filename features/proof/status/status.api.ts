import { reconciliations } from '#custody/comparing/books.store.ts'
import { longestWaiting, waitingNow } from '#custody/payments/waits/waiting.store.ts'
import { waitsOf } from '#custody/payments/withdrawals.ts'
import { loadLevels } from '#custody/sweeping/levels.store.ts'
import { tipOf } from '#custody/watching/watch.store.ts'
import { divide, showUnits } from '#kit/amount/amount.ts'
import { isCoin } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { settingChanges } from '#kit/store/settings.store.ts'
import { declaredSettings } from '#kit/store/settings.ts'
import { digitAbove } from '#kit/text/privacy.ts'
import { hourMs } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { toldIncidents } from '#outside/chains/incident.store.ts'
import { publicNetworks } from '#outside/chains/network.store.ts'
import { publishedDays } from '#proofs/days/publish.store.ts'
import { shortages } from '#proofs/reserves/reserves.store.ts'
import { pastTroubles } from '#proofs/reserves/trouble.store.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { disorderOf, inOrder } from './disorders.ts'
import { companyStatus, listCompanyChanges } from './status.contract.ts'

type Status = OutputOf<typeof companyStatus>

const incidentsMost = 100
const withdrawalsMost = 50
/** 1.0 in 10⁻⁸. */
const one = 100_000_000n

async function networksNow(sql: Sql): Promise<Status['networks']> {
  const found: Status['networks'] = []
  for (const { chain, head, headAt, publicUrl } of await publicNetworks(sql)) {
    const tip = await tipOf(sql, chain)
    const read = tip?.number ?? null
    found.push({ chain, head: Number(head), headAt: headAt?.toISOString() ?? null, read, node: publicUrl ?? '' })
  }
  return found
}

const fullMoment = (at: Date, ms: number): string => new Date(at.getTime() - (at.getTime() % ms)).toISOString()

/** Times are rounded to the hour for privacy: a state may have only one withdrawal. */
async function waitsNow(sql: Sql, now: Date): Promise<Status['waiting']> {
  return (await waitingNow(sql)).map(({ state, count, oldest }) => {
    const since = fullMoment(oldest.requestedAt, hourMs)
    return { state, count, since, reasons: waitsOf(oldest, now).map(({ reason }) => reason) }
  })
}

/** Rounds times to the hour. Exact times could be matched with payments on the chain, revealing who waited and why. */
async function withdrawalsNow(sql: Sql, now: Date): Promise<Status['withdrawals']> {
  return (await longestWaiting(sql, withdrawalsMost)).flatMap(({ state, chain, coin, requestedAt, ...gates }) =>
    state === 'held' || state === 'reviewing' || state === 'sending'
      ? [
          {
            chain,
            coin,
            state,
            since: fullMoment(requestedAt, hourMs),
            reasons: waitsOf(gates, now).map(({ reason }) => reason),
          },
        ]
      : [],
  )
}

/** The debt is rounded up to one digit, because it may be a single withdrawal. The ratio uses this amount and is never overstated. */
async function hotNow(sql: Sql): Promise<Status['hot']> {
  return (await loadLevels(sql)).map(({ chain, coin, hot, owed, at }) => {
    const shown = digitAbove(owed)
    return {
      chain,
      coin,
      there: showUnits(hot),
      owed: showUnits(shown),
      ratio: shown > 0n ? showUnits(divide(hot * one, shown, 'down')) : null,
      at: at.toISOString(),
    }
  })
}

async function incidentsNow(sql: Sql): Promise<Status['incidents']> {
  const none = { chain: null, coin: null, halts: false }
  const found = [
    ...(await toldIncidents(sql, incidentsMost)).map(({ kind, coin, ...incident }) => ({
      ...incident,
      kind: disorderOf(kind),
      coin: coin !== null && isCoin(coin) ? coin : null,
    })),
    ...(await pastTroubles(sql, incidentsMost)).map((trouble) => ({ ...none, ...trouble })),
    ...(await shortages(sql, incidentsMost)).map((shortage) => ({ ...none, ...shortage, kind: 'uncovered' as const })),
  ]
  return inOrder(found, incidentsMost).map(({ since, until, ...incident }) => ({
    ...incident,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
  }))
}

async function comparedNow(sql: Sql, incidents: Status['incidents']): Promise<Status['compared']> {
  const isOpen = (of: { chain: string; coin: string }) =>
    incidents.some(
      ({ kind, chain, coin, until }) =>
        until === null && chain === of.chain && coin === of.coin && (kind === 'books_short' || kind === 'books_over'),
    )
  return (await reconciliations(sql)).map(({ chain, coin, blockNumber, comparedAt, custodyUnits, expectedUnits }) => ({
    chain,
    coin,
    block: Number(blockNumber),
    there: showUnits(custodyUnits),
    expected: showUnits(expectedUnits),
    equal: !isOpen({ chain, coin }),
    at: comparedAt.toISOString(),
  }))
}

const companyStatusApi = implementRead(companyStatus, async (_, { db, now }) => {
  const [latest] = await publishedDays(db, 1)
  const incidents = await incidentsNow(db)
  return {
    networks: await networksNow(db),
    waiting: await waitsNow(db, now),
    withdrawals: await withdrawalsNow(db, now),
    hot: await hotNow(db),
    compared: await comparedNow(db, incidents),
    latest: latest ? { day: latest.day, root: (JSON.parse(latest.text) as Statement).root } : null,
    incidents,
  }
})

const changesShown = 20

const listCompanyChangesApi = implementRead(listCompanyChanges, async ({ cursor }, { db }) => {
  const names = declaredSettings().flatMap(({ name, byCompany }) => (byCompany ? [name] : []))
  const before = /^\d{1,15}$/.test(cursor) ? BigInt(cursor) : undefined
  const rows = await settingChanges(db, changesShown + 1, { names, before })
  const items = rows.slice(0, changesShown).map(({ id, at, name, previous, value, reason }) => ({
    id: Number(id),
    at: at.toISOString(),
    setting: name,
    previous: JSON.stringify(previous),
    value: JSON.stringify(value),
    reason,
  }))
  return { items, next: rows.length > changesShown ? String(items.at(-1)?.id) : '' }
})

export const statusCalls: readonly Implementation[] = [companyStatusApi, listCompanyChangesApi]
