import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import { reserveOrder } from '#features/investing/reservations/reservations.contract.ts'
import { activateWallet, insertWallet, setNickname } from '#identity/wallet.store.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { available, issued, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { purseOf } from '#trials/test-purse.ts'
import type { YearWorld } from '#trials/year/test-year-world.ts'

/** A demo user: join day, sponsor's position in the list, and whether they build a team. */
export type Person = { readonly day: number; readonly above: number | undefined; readonly builds: boolean }

type Branch = readonly Branch[]
const alone: Branch = []
const three: Branch = [alone, alone, alone]
/** Reaches star 2 with five investing referrals, two with a star. */
const department: Branch = [three, three, ...three]
/** Reaches star 3 with eight investing referrals, two with two stars, and more than 200,000 USDT outside the largest team. */
const line: Branch = [department, department, three, three, ...three, alone]

const perDay = 2
const others = 30

export function peopleOf(days: number): readonly Person[] {
  const team: Person[] = []
  const grow = (branches: readonly { readonly above: number | undefined; readonly branch: Branch }[]): void => {
    if (branches.length === 0) return
    const below = branches.flatMap(({ above, branch }) => {
      const place = team.push({ day: Math.floor(team.length / perDay), above, builds: true }) - 1
      return branch.map((next) => ({ above: place, branch: next }))
    })
    grow(below)
  }
  grow([{ above: undefined, branch: line }])
  const alongside = Array.from(
    { length: others },
    (_, count): Person => ({
      day: Math.floor((count * (days - 5)) / others),
      above: count % 3 === 0 ? undefined : Math.min(count, team.length - 1),
      builds: false,
    }),
  )
  return [...team, ...alongside]
}

const purse = purseOf({ USDT: 4_000, WLD: 1_200, ATMC: 12_000, ATMX: 80_000 })
/** ATMC per lockup, about 6,000 USDT. A team builder buys two. */
const locked = 30_000
const lockup = { productId: 5, days: 180 }
const firstCredit = 1_000n * unitsPerOne

/** Creates a wallet without keys, with deposited coins and initial CREDIT. */
export async function join(world: YearWorld, { builds }: Person, sponsorId: WalletId | undefined): Promise<WalletId> {
  const { db, clock, dice, holders, nextKey } = world
  const at = clock.now()
  const walletId = await db.transaction(async (tx) => {
    const id = await insertWallet(tx, { sponsorId, passwordHash: null, at })
    await activateWallet(tx, id, at)
    await setNickname(tx, id, `Demo holder ${holders.length + 1}`)
    const paidIn = coins.map((asset) => {
      const whole = dice.below(purse[asset]) + 50 + (builds && asset === 'ATMC' ? 2 * locked : 0)
      const units = BigInt(whole) * unitsPerOne
      return { from: outside(usualChain(asset)), to: available(id), asset, units, code: 2 }
    })
    const credit = { from: issued, to: available(id), asset: 'CREDIT' as const, units: firstCredit, code: 117 }
    await post(tx, { key: nextKey(), at, postings: [...paidIn, credit] })
    return id
  })
  await passGates(db, walletId, at)
  holders.push(walletId)
  if (builds) for (let count = 0; count < 2; count += 1) await buy(world, walletId, { ...lockup, amount: `${locked}` })
  return walletId
}

type Wish = { readonly productId: number; readonly amount: string; readonly days?: number }

async function cardOf(world: YearWorld, walletId: WalletId, productId: number): Promise<string> {
  const known = world.shelf.cards.get(productId)
  if (known) return known
  const { card } = await callAs(world, getProduct, walletId, { productId })
  world.shelf.cards.set(productId, card.hash)
  return card.hash
}

export async function buy(world: YearWorld, walletId: WalletId, wish: Wish): Promise<void> {
  const card = await cardOf(world, walletId, wish.productId)
  await counted(world, `wish ${wish.productId}`, () => callAs(world, buyOrder, walletId, { ...wish, card }))
}

export async function queue(world: YearWorld, walletId: WalletId, amount: string): Promise<void> {
  const productId = 7
  const card = await cardOf(world, walletId, productId)
  const wish = { productId, amount, days: 30, reinvest: true, card }
  await counted(world, 'queue', () => callAs(world, reserveOrder, walletId, wish))
}

async function counted({ answers }: YearWorld, kind: string, work: () => Promise<unknown>): Promise<void> {
  let answer = 'done'
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    answer = error.key
  }
  answers.set(`${kind}: ${answer}`, (answers.get(`${kind}: ${answer}`) ?? 0) + 1)
}
