import { maskNickname } from '#identity/masked-nickname.ts'
import { regionalState } from '#identity/team/region.store.ts'
import { starHeld } from '#identity/team/star.store.ts'
import { isUpline } from '#identity/wallet.store.ts'
import { multiply, showUnits } from '#kit/amount/amount.ts'
import { type Asset, coins } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { cutSum } from '#kit/text/privacy.ts'
import { dayOf } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import {
  countActivated,
  lastAssessed,
  loadMember,
  loadReferrals,
  type Member,
  midnightOf,
} from '#team/members.store.ts'
import { loadNetIncome } from '#team/net-income.server.ts'
import { type IncomeSum, lastDays, loadIncomeRecords, loadIncomes } from '#team/rewards/income.store.ts'
import { incomeCodes, ownOrderCodes, sourceOf, teamPowerCodes } from '#team/rewards/income-codes.ts'
import { incomeSources } from '#team/rewards/income-sources.ts'
import { pricesAt } from '#team/rewards/prices.server.ts'
import { loadBudgetDays, loadUpgrades } from '#team/rewards/rewards.store.ts'
import { daysStanding } from '#team/standing/standings.store.ts'
import { listDepartments, listIncomes, listUnder, loadInvite, loadTeamSummary, loadTrend } from './team.contract.ts'

const pageSize = 30
const trendDays = 30

const before = (cursor: string): bigint | undefined => (/^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined)

async function ownMember(sql: Sql, walletId: WalletId): Promise<Member> {
  const own = await loadMember(sql, walletId)
  expect(own, 'a wallet that is signed in exists')
  return own
}

const loadTeamSummaryApi = implementRead(loadTeamSummary, async (_, { db, walletId, now }) => {
  const [member, held, assessed] = [await ownMember(db, walletId), await starHeld(db, walletId), await lastAssessed(db)]
  const own = forUpline(member)
  const incomes = await loadIncomes(db, walletId, dayOf(now))
  const upgrades = await loadUpgrades(db, walletId)
  const shown = await showIncomes(db, incomes, now)
  return {
    asOf: midnightOf(assessed),
    star: held.star,
    since: held.since?.toISOString() ?? null,
    notice: held.notice ? { star: held.notice.to, at: held.notice.at.toISOString() } : null,
    team: {
      ...showTeam(own),
      investment: showUnits(own.investment),
      soloDays: own.soloSince && assessed ? daysStanding(own.soloSince, assessed) : 0,
      largestDepartment: showUnits(own.largest),
      smallArea: showUnits(own.smallArea),
      departments: [...own.departments],
    },
    total: shown.total,
    incomes: shown.incomes,
    net: await showNet(db, walletId, shown, now),
    power: showPower(incomes),
    upgrades: upgrades.map(({ star, sum, paid }) => ({ star, sum: showUnits(sum), paid: showUnits(paid) })),
    budget: await showBudget(db),
  }
})

/** Rounded sums hide any single member's amount. Rewards and stars use the exact sums. */
function forUpline(member: Member) {
  const { performance, largest, week, weekNet, weekWld, performanceStep } = member
  return {
    ...member,
    rounded: member.members > 0,
    performance: cutSum(performance, performanceStep),
    largest: cutSum(largest, performanceStep),
    // The difference of two rounded sums could exceed the real one.
    smallArea: cutSum(performance - largest, performanceStep),
    week: cutSum(week, member.weekStep),
    weekNet: cutSum(weekNet, member.weekNetStep),
    weekWld: cutSum(weekWld, member.weekWldStep),
  }
}

const showTeam = (row: ReturnType<typeof forUpline>) => ({
  members: row.members,
  referrals: row.referrals,
  effective: row.effective,
  performance: showUnits(row.performance),
  weekPerformance: showUnits(row.week),
  weekNetDeposit: showUnits(row.weekNet),
  weekWldWithdrawal: showUnits(row.weekWld),
  rounded: row.rounded,
})

type Summary = OutputOf<typeof loadTeamSummary>
/** `beside`: income from sources other than own orders, in units of USDT. */
type Shown = Pick<Summary, 'total' | 'incomes'> & { readonly beside: bigint }

/** In USDT at the current guide price. */
async function showIncomes(sql: Sql, sums: readonly IncomeSum[], now: Date): Promise<Shown> {
  const price = pricesAt(sql, now)
  let complete = true
  const worthOf = async (asset: Asset, units: bigint): Promise<bigint> => {
    if (units === 0n) return 0n
    const rate = await price(asset, dayOf(now))
    if (!rate) complete = false
    return rate ? multiply(units, rate, 'down') : 0n
  }
  const total = { value: 0n, today: 0n }
  const incomes: Summary['incomes'] = []
  for (const source of incomeSources) {
    const own = byAsset(sums.filter(({ code, asset }) => asset !== 'POWER' && sourceOf(code) === source))
    let [value, today] = [0n, 0n]
    for (const sum of own) {
      value += await worthOf(sum.asset, sum.units)
      today += await worthOf(sum.asset, sum.today)
    }
    total.value += value
    total.today += today
    incomes.push({ source, value: showUnits(value), today: showUnits(today), coins: own.map(showSum) })
  }
  let beside = 0n
  for (const sum of byAsset(sums.filter(({ code, asset }) => asset !== 'POWER' && !ownOrderCodes.includes(code))))
    beside += await worthOf(sum.asset, sum.units)
  return { total: { value: showUnits(total.value), today: showUnits(total.today), complete }, incomes, beside }
}

/** Counts own orders with their net result and subtracts the cost of POWER. */
async function showNet(sql: Sql, walletId: WalletId, shown: Shown, now: Date): Promise<Summary['net']> {
  const { orders, power, days } = await loadNetIncome(sql, walletId, [dayOf(now)], now)
  const [today] = days
  const isWhole = orders !== undefined && power !== undefined && shown.total.complete
  return {
    orders: isWhole ? showUnits(orders) : null,
    all: isWhole ? showUnits(shown.beside + orders + power) : null,
    ordersToday: today?.isComplete ? showUnits(today.orders) : null,
    today: today?.isComplete ? showUnits(today.net) : null,
  }
}

type Sum = Pick<IncomeSum, 'asset' | 'units' | 'today'>
const showSum = ({ asset, units, today }: Sum) => ({ coin: asset, amount: showUnits(units), today: showUnits(today) })

function byAsset(sums: readonly IncomeSum[]): Sum[] {
  return [...Map.groupBy(sums, ({ asset }) => asset)].map(([asset, own]) => ({
    asset,
    units: own.reduce((sum, { units }) => sum + units, 0n),
    today: own.reduce((sum, { today }) => sum + today, 0n),
  }))
}

const showPower = (sums: readonly IncomeSum[]) => {
  const [power] = byAsset(sums.filter(({ asset }) => asset === 'POWER'))
  return { amount: showUnits(power?.units ?? 0n), today: showUnits(power?.today ?? 0n) }
}

async function showBudget(sql: Sql): Promise<Summary['budget']> {
  const days = await loadBudgetDays(sql)
  const rows = []
  for (const coin of coins) {
    const left = await balanceOf(sql, company('referral'), coin)
    const last = days.find(({ asset }) => asset === coin)
    if (left === 0n && !last) continue
    rows.push({
      coin,
      left: showUnits(left),
      last: last ? { day: last.day, due: showUnits(last.due), given: showUnits(last.given) } : null,
    })
  }
  return rows
}

const loadTrendApi = implementRead(loadTrend, async (_, { db, walletId, now }) => {
  const { days } = await loadNetIncome(db, walletId, lastDays(dayOf(now), trendDays), now)
  return {
    days: days.map(({ day, net, received }) => ({ day, net: showUnits(net), received: showUnits(received) })),
    complete: days.every(({ isComplete }) => isComplete),
  }
})

const showMember = (row: Member, own: Pick<Member, 'depth'>) => ({
  walletId: row.walletId,
  nickname: maskNickname(row.nickname),
  joinedAt: row.createdAt.toISOString(),
  activated: row.activated,
  star: row.star,
  level: row.depth - own.depth,
  ...showTeam(forUpline(row)),
})

async function referralPage(sql: Sql, own: Member, sponsorId: WalletId, cursor: string) {
  const rows = await loadReferrals(sql, { sponsorId, before: before(cursor), limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  return {
    items: shown.map((row) => showMember(row, own)),
    next: rows.length > pageSize ? `${shown.at(-1)?.serial}` : '',
    asOf: midnightOf(await lastAssessed(sql)),
  }
}

const listDepartmentsApi = implementRead(listDepartments, async ({ cursor }, { db, walletId }) =>
  referralPage(db, await ownMember(db, walletId), walletId, cursor),
)

const listUnderApi = implementRead(listUnder, async ({ target, cursor }, { db, walletId }) => {
  const own = await ownMember(db, walletId)
  if (target === undefined || target === walletId)
    return { head: null, above: null, ...(await referralPage(db, own, walletId, cursor)) }
  const head = (await isUpline(db, walletId, target as WalletId)) ? await loadMember(db, target as WalletId) : undefined
  if (!head) return fail('team.not_below')
  return {
    head: showMember(head, own),
    above: head.sponsorId === walletId ? null : head.sponsorId,
    ...(await referralPage(db, own, head.walletId, cursor)),
  }
})

const listIncomesApi = implementRead(listIncomes, async ({ income, cursor }, { db, walletId }) => {
  const wanted = income === 'power' ? teamPowerCodes : incomeCodes[income]
  const rows = await loadIncomeRecords(db, { walletId, wanted, before: before(cursor), limit: pageSize + 1 })
  const items = rows.slice(0, pageSize).map(({ id, at, asset, code, units }) => ({
    id: `${id}`,
    at: at.toISOString(),
    coin: asset,
    code,
    amount: showUnits(units),
  }))
  return { items, next: rows.length > pageSize ? `${items.at(-1)?.id}` : '' }
})

const loadInviteApi = implementRead(loadInvite, async (_, { db, walletId, now }) => {
  const own = await ownMember(db, walletId)
  const incomes = await loadIncomes(db, walletId, dayOf(now))
  return {
    walletId,
    nickname: own.nickname,
    activated: own.activated,
    referral: (await regionalState(db, walletId, 'referral')).state,
    referrals: own.referrals,
    activatedReferrals: await countActivated(db, walletId),
    effective: own.effective,
    members: own.members,
    income: byAsset(incomes.filter(({ code, asset }) => asset !== 'POWER' && sourceOf(code) === 'invitation')).map(
      showSum,
    ),
  }
})

export const teamCalls: readonly Implementation[] = [
  loadTeamSummaryApi,
  loadTrendApi,
  listDepartmentsApi,
  listUnderApi,
  listIncomesApi,
  loadInviteApi,
]
