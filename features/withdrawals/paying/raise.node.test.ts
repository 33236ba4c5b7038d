import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askStop } from '#custody/payments/payments.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, held } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'

describe('a payment no block takes', () => {
  let chain: TestChain
  let world: MoneyWorld
  beforeAll(async () => {
    chain = await testChain()
    world = await moneyWorld(chain, { homes: { bsc: home }, usdt: '800' })
  })
  afterAll(async () => {
    expect(await audit(world.app.db)).toEqual([])
    expect(await openIncidents(world.app.db)).toEqual([])
    await world.close()
  })

  const payer = (change: Partial<ChainPort> = {}) => world.payerThrough(change, { confirmations: () => 2 })
  /** A node that accepts everything and relays nothing. */
  const deaf = () => payer({ broadcast: async () => 'accepted', knows: async () => true })
  const has = async () => ({
    free: await balanceOf(world.app.db, available(world.holder.walletId), 'USDT'),
    held: await balanceOf(world.app.db, held(world.holder.walletId), 'USDT'),
    home: await chain.balance('bsc', 'USDT', home),
  })
  const units = (text: string) => parseUnits(text) ?? 0n
  type Row = { number: number; kind: string; raw: string; hash: string; fee: string; tip: string }
  const attempts = (id: number) =>
    world.app.db.query<Row>(
      `SELECT a.number, a.kind, a.raw, a.tx_hash AS hash, a.fee_max_per_gas AS fee, a.tip_max_per_gas AS tip
       FROM outgoing_attempt a JOIN payment p USING (outgoing_id) WHERE p.withdrawal_id = $1 ORDER BY a.number`,
      [id],
    )
  /** A payment never relayed, whose fee is raised `raises` times. */
  const strand = async (raises: number): Promise<number> => {
    const { id } = await world.ask('50')
    for (let raise = 0; raise <= raises; raise += 1) {
      await deaf().run()
      await deaf().run()
      if (raise < raises) await chain.mine(12)
    }
    return id
  }
  const finish = async () => {
    for (let round = 0; round < 4; round += 1) {
      await payer().run()
      await chain.mine(2)
    }
    await payer().run()
  }

  it('is signed again with the same number and an eighth more, five times, and paid once', async () => {
    const before = await has()
    const id = await strand(5)
    const signed = await attempts(id)
    expect(signed.map(({ kind }) => kind)).toEqual(Array(6).fill('send'))
    for (const [index, { fee, tip }] of signed.entries()) {
      const last = signed[index - 1]
      if (!last) continue
      expect(BigInt(fee) * 8n).toBeGreaterThanOrEqual(BigInt(last.fee) * 9n)
      expect(BigInt(tip) * 8n).toBeGreaterThanOrEqual(BigInt(last.tip) * 9n)
    }
    expect(new Set(signed.map(({ hash }) => hash)).size).toBe(6)
    // There is no seventh raise, and the operator is notified once.
    await chain.mine(12)
    await deaf().run()
    await deaf().run()
    expect(await openIncidents(world.app.db)).toMatchObject([{ kind: 'payment_stuck', halts: false }])
    await finish()
    expect(await world.read(id)).toMatchObject({ state: 'done', hash: signed[5]?.hash })
    const after = await has()
    expect({ ...after, home: after.home - before.home }).toEqual({
      free: before.free - units('50'),
      held: 0n,
      home: 497n * 10n ** 17n,
    })
    for (const { raw } of signed.slice(0, 5))
      await expect(chain.rpc('eth_sendRawTransaction', [raw])).rejects.toThrow('nonce too low')
    await world.app.db.query(
      `UPDATE chain_incident SET resolved_at = now(), resolution = 'seen' WHERE resolved_at IS NULL`,
    )
  })

  it('is over with whichever of its transactions was mined, and shows that one', async () => {
    const id = await strand(2)
    const [first] = await attempts(id)
    await chain.rpc('eth_sendRawTransaction', [first?.raw])
    await finish()
    expect(await world.read(id)).toMatchObject({ state: 'done', hash: first?.hash })
    const changed = world.app.db.query(`UPDATE outgoing_attempt SET raw = '0x00' WHERE number = 2`)
    await expect(changed).rejects.toThrow(/never changed/)
    await expect(world.app.db.query(`UPDATE outgoing_transaction SET nonce = 99`)).rejects.toThrow(/never changed/)
  })

  it('holds up nobody for good: those behind it go when it has gone', async () => {
    const first = await strand(0)
    const { id: second } = await world.ask('20')
    await deaf().run()
    await chain.mine(12)
    await deaf().run()
    expect([(await attempts(first)).length, (await attempts(second)).length]).toEqual([2, 1])
    await finish()
    expect([(await world.read(first))?.state, (await world.read(second))?.state]).toEqual(['done', 'done'])
  })

  it('is stopped when the operator says so, by a transaction that moves nothing, and everything comes back', async () => {
    const before = await has()
    const id = await strand(1)
    expect(await world.app.db.transaction((tx) => askStop(tx, BigInt(id), world.app.clock.now()))).toBe(true)
    await deaf().run()
    const signed = await attempts(id)
    expect(signed.map(({ kind }) => kind)).toEqual(['send', 'send', 'stop'])
    await finish()
    expect(await world.read(id)).toMatchObject({ state: 'failed', hash: signed[2]?.hash })
    expect(await has()).toEqual(before)
    for (const { raw } of signed.slice(0, 2))
      await expect(chain.rpc('eth_sendRawTransaction', [raw])).rejects.toThrow('nonce too low')
    expect(await world.app.db.transaction((tx) => askStop(tx, BigInt(id), world.app.clock.now()))).toBe(false)
  })

  it('is paid after all, when that was mined before the word to stop it', async () => {
    const before = await has()
    const id = await strand(1)
    await world.app.db.transaction((tx) => askStop(tx, BigInt(id), world.app.clock.now()))
    await deaf().run()
    const [first] = await attempts(id)
    await chain.rpc('eth_sendRawTransaction', [first?.raw])
    await chain.mine()
    await finish()
    expect(await world.read(id)).toMatchObject({ state: 'done', hash: first?.hash })
    expect((await has()).free).toBe(before.free - units('50'))
  })
})
