import { expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { audit } from '#ledger/audit.store.ts'
import { promised } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { investingWorld } from './test-world.ts'

it('sells exactly what the pool can promise: of 200 purchases at once 37 succeed, and 163 find it closed', async () => {
  // A round of 100 USDT promises 0.1, so this pool covers 37 but not 38.
  const world = await investingWorld({ USDT: '3.79999999' })
  const wallets = []
  for (let count = 0; count < 200; count += 1) wallets.push(await world.wallet({ USDT: '100', ATMC: '400' }))
  const outcomes = await Promise.allSettled(wallets.map((wallet) => world.buy(wallet)))
  const bought = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(bought).toHaveLength(37)
  const reasons = refused.map((reason) => (reason instanceof Refusal ? [reason.key, reason.params] : reason))
  expect(reasons).toEqual(Array.from({ length: 163 }, () => ['invest.pool_closed', { left: '0.09', coin: 'USDT' }]))
  expect(await world.free('USDT')).toBe(9_999_999n)
  for (const { orderId } of bought) {
    const id = orderId as OrderId
    const [owner] = await world.db.query<{ wallet: WalletId }>(
      'SELECT wallet_id AS wallet FROM investment_order WHERE id = $1',
      [id],
    )
    if (!owner) throw new Error('an order has an owner')
    expect(await balanceOf(world.db, promised(id, owner.wallet, 'dual'), 'USDT')).toBe(10_000_000n)
  }
  let kept = 0
  for (const wallet of wallets) if ((await world.balance(wallet, 'USDT')) === 10_000_000_000n) kept += 1
  expect(kept).toBe(163)
  expect(await audit(world.db)).toEqual([])
  await world.close()
})
