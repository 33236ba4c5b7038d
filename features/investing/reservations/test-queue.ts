import type { WalletId } from '#kit/text/ids.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, held, issued } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { findReservationProblems } from '#products/reservations/reservation-invariants.store.ts'
import { getProduct } from '../investing.contract.ts'
import { investingWorld } from '../test-world.ts'
import { listReservations, payReservation, reserveOrder } from './reservations.contract.ts'

const one = 100_000_000n

export async function queueWorld(pool = { USDT: '1000', WLD: '1000' }) {
  const world = await investingWorld(pool)
  await world.db.query('UPDATE product SET quota_units = $1 WHERE id = 1', [1_000n * one])
  await world.db.query('UPDATE product SET needs_reservation = true WHERE id = 2')
  const credit = (walletId: WalletId) => balanceOf(world.db, available(walletId), 'CREDIT')
  const mine = async (walletId: WalletId) => (await world.call(listReservations, walletId, {})).items
  return {
    ...world,
    credit,
    mine,
    creditHeld: (walletId: WalletId) => balanceOf(world.db, held(walletId), 'CREDIT'),
    /** Default: the CREDIT that activation grants. */
    holder: async (units = 1_000n): Promise<WalletId> => {
      const walletId = await world.wallet()
      const grant = { from: issued, to: available(walletId), asset: 'CREDIT', units: units * one, code: 117 } as const
      await world.db.transaction((tx) => post(tx, { key: world.newKey(), at: world.clock.now(), postings: [grant] }))
      return walletId
    },
    /** Default: 600 USDT for seven days. */
    reserve: async (walletId: WalletId, changes: Partial<CallInputOf<typeof reserveOrder>> = {}) => {
      const productId = Number(changes.productId ?? 1)
      const { card } = await world.call(getProduct, walletId, { productId })
      const input = { productId, amount: '600', days: 7, reinvest: false, card: card.hash, ...changes }
      return (await world.call(reserveOrder, walletId, input)).reservation
    },
    pay: (walletId: WalletId, orderId: number) => world.call(payReservation, walletId, { orderId }),
    faults: async () => [
      ...(await findOrderProblems(world.db)),
      ...(await findReservationProblems(world.db)),
      ...(await audit(world.db)),
    ],
  }
}
export type QueueWorld = Awaited<ReturnType<typeof queueWorld>>
