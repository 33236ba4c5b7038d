import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { firstBrokenOperation } from '#identity/operators/operator-log.store.ts'
import { type IdentityKey, identityKeyOf, newPhrase, signText } from '#identity/sessions/identity-key.ts'
import { dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company, inFlight } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { type TestChain, testChain, wideRules } from '#outside/chains/test/test-chain.ts'
import { testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { home, type MoneyWorld, moneyWorld } from '../../test/test-money-world.ts'
import { operate } from '../../test/test-operator.ts'

const one = 100_000_000n
const whole = 10n ** 18n
const newKey = async () => (await identityKeyOf(newPhrase())) as IdentityKey

describe('coins that nobody claimed, sent back to where they came from', () => {
  let chain: TestChain
  let world: MoneyWorld
  const keys: Record<string, IdentityKey> = {}
  beforeEach(async () => {
    for (const name of ['ada', 'ben', 'mallory', 'trudy']) keys[name] = await newKey()
    const approvers = { ada: keys.ada?.publicText ?? '', ben: keys.ben?.publicText ?? '' }
    chain = await testChain({ rules: { ...wideRules, approvers } })
    const networks = chain.networks.filter((network) => network.chain === 'bsc')
    world = await moneyWorld({ ...chain, networks }, { homes: { bsc: home } })
    for (const [name, key] of Object.entries(keys)) await type(`approver add ${name} ${key.publicText}`)
    await chain.mine(20)
    await world.watch()
    await chain.give('bsc', 'USDT', chain.hotAddress, '77')
    await chain.mine(15)
    await world.watch()
  })
  afterEach(() => world.close())

  const type = (line: string) => operate(world.app, line)
  const numberIn = (text: string) => text.match(/^\d+/m)?.[0] ?? ''
  const unclaimed = async () => numberIn((await type('suspense list')).text)
  const sender = () => chain.keys.deployer.address
  const senderHas = () => chain.balance('bsc', 'USDT', sender())
  const suspense = () => balanceOf(world.app.db, company('suspense'), 'USDT')
  const flying = () => balanceOf(world.app.db, inFlight('bsc'), 'USDT')
  const ask = async () => {
    expect((await type(`suspense return ${await unclaimed()} its sender wrote to us`)).code).toBe(0)
    return numberIn((await type('suspense returns')).text)
  }
  const approve = async (id: string, name: string) => {
    const text = (await type(`suspense message ${id}`)).text.split('\nsigned by')[0] ?? ''
    return type(`suspense approve ${id} ${name} ${signText(text, keys[name] as IdentityKey)}`)
  }
  const pay = async (onStep?: (step: string) => void) => {
    const payer = createPayer({ ...world.job, confirmations: () => 1, ...(onStep ? { onStep } : {}) })
    for (let round = 0; round < 3; round += 1) {
      await payer.run()
      await chain.mine()
    }
  }
  const stateOf = async (id: string) =>
    (
      await world.app.db.query<{ state: string; note: string }>('SELECT state, note FROM withdrawal WHERE id = $1', [
        id,
      ])
    )[0]
  const problems = async () => {
    await world.watch()
    await reconcileBooks(world.job)
    const differences = (await reconciliations(world.app.db)).filter(({ difference }) => difference !== 0n)
    const { db } = world.app
    return [
      ...(await audit(db)),
      ...(await findWithdrawalProblems(db)),
      ...differences,
      ...(await openIncidents(db)).map(({ kind }) => kind),
      (await firstBrokenOperation(db)) ?? [],
    ].flat()
  }

  it('go when two approvers have signed, all that came, out of suspense, and once', async () => {
    const before = await senderHas()
    const number = await unclaimed()
    const id = await ask()
    expect((await type('suspense returns')).text).toContain(`77 USDT on bsc back to ${sender()}  reviewing`)
    expect((await approve(id, 'ada')).text).toContain('1 of 2')
    expect((await approve(id, 'ada')).text).toContain('ops.approval_wrong')
    world.app.clock.advance(30 * dayMs)
    await pay()
    expect([await stateOf(id), await suspense()]).toEqual([{ state: 'reviewing', note: '' }, 77n * one])
    expect((await approve(id, 'ben')).text).toContain('2 of 2')
    await pay()
    expect(await stateOf(id)).toMatchObject({ state: 'done' })
    expect((await senderHas()) - before).toBe(77n * whole)
    expect([await suspense(), await flying(), await problems()]).toEqual([0n, 0n, []])
    expect((await type(`suspense return ${number} again`)).code).toBe(2)
    expect((await type(`suspense assign ${number} ${world.holder.walletId} again`)).code).toBe(2)
  })

  it('go exactly once, whichever step the payer dies at', async () => {
    const before = await senderHas()
    const id = await ask()
    await approve(id, 'ada')
    await approve(id, 'ben')
    const died = new Set<string>()
    const dieOnce = (step: string) => {
      if (died.has(step)) return
      died.add(step)
      throw new Error(`died at ${step}`)
    }
    for (let run = 0; run < 30 && (await stateOf(id))?.state !== 'done'; run += 1) {
      await pay(dieOnce).catch((error: unknown) => expect(String(error)).toContain('died at'))
      await chain.mine()
    }
    expect([...died]).toEqual(expect.arrayContaining(['allocated', 'signed', 'kept', 'sent', 'marked sent', 'ended']))
    expect((await senderHas()) - before).toBe(77n * whole)
    expect([await stateOf(id), await suspense(), await problems()]).toMatchObject([{ state: 'done' }, 0n, []])
  })

  it('are in suspense again when their payment was stopped, and are not sent a second time', async () => {
    const before = await senderHas()
    const number = await unclaimed()
    const id = await ask()
    await approve(id, 'ada')
    await approve(id, 'ben')
    await world.payer.run()
    expect([await flying(), await suspense()]).toEqual([77n * one, 0n])
    expect((await type(`payment stop ${id}`)).code).toBe(0)
    for (let round = 0; round < 2; round += 1) await world.payer.run()
    await pay()
    expect(await stateOf(id)).toEqual({ state: 'failed', note: 'stopped by the operator' })
    expect([await senderHas(), await suspense(), await flying()]).toEqual([before, 77n * one, 0n])
    expect((await type(`suspense return ${number} once more`)).text).toContain('ops.nothing_to_do')
    expect((await type(`suspense assign ${number} ${world.holder.walletId} signed with its key`)).code).toBe(0)
  })

  it('are borne by capital where the payment leaves the chain after they went back', async () => {
    const { db } = world.app
    const number = await unclaimed()
    const id = await ask()
    await db.query('UPDATE deposit SET orphaned_at = now() WHERE id = $1', [number])
    expect((await type(`deposit correct ${number} gone`)).text).toContain('ops.nothing_to_do')
    await db.query('UPDATE deposit SET orphaned_at = NULL WHERE id = $1', [number])
    await approve(id, 'ada')
    await approve(id, 'ben')
    await pay()
    await db.query('UPDATE deposit SET orphaned_at = now() WHERE id = $1', [number])
    const capital = () => balanceOf(db, company('capital'), 'USDT')
    const before = await capital()
    expect((await type(`deposit correct ${number} gone`)).text).toContain('77 borne by capital')
    expect([before - (await capital()), await suspense(), await audit(db)]).toEqual([77n * one, 0n, []])
    await db.query('UPDATE deposit SET orphaned_at = NULL WHERE id = $1', [number])
    expect((await type(`deposit restore ${number}`)).code).toBe(0)
    expect([await capital(), await audit(db)]).toEqual([before, []])
  })

  it('do not go by the word of approvers whom only the database names', async () => {
    const before = await senderHas()
    const id = await ask()
    await approve(id, 'mallory')
    await approve(id, 'trudy')
    await pay()
    expect(await stateOf(id)).toMatchObject({ state: 'reviewing', note: expect.stringContaining('0 of 2') })
    expect([await senderHas(), await suspense()]).toEqual([before, 77n * one])
    await approve(id, 'ada')
    await approve(id, 'ben')
    await pay()
    expect(await stateOf(id)).toMatchObject({ state: 'done' })
  })

  it('do not go anywhere else, whatever the database says, and wait in suspense', async () => {
    const id = await ask()
    await approve(id, 'ada')
    await approve(id, 'ben')
    await world.app.db.transaction(async (tx) => {
      await tx.query('SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica')
      await tx.query('UPDATE withdrawal SET address = $2 WHERE id = $1', [id, home])
      await tx.query(`UPDATE deposit SET from_address = $1 WHERE kind = 'unknown'`, [home])
    })
    await pay()
    expect(await stateOf(id)).toMatchObject({
      state: 'reviewing',
      note: 'the chain does not say that this came from there',
    })
    expect([await chain.balance('bsc', 'USDT', home), await suspense()]).toEqual([0n, 77n * one])
  })

  it('are nobody else’s while they are on their way back, and may be kept back until they are sent', async () => {
    const number = await unclaimed()
    const id = await ask()
    expect(await unclaimed()).toBe('')
    const release = world.app.db.query(
      `INSERT INTO suspense_release (deposit_id, wallet_id, evidence, released_at) VALUES ($1, $2, 'x', now())`,
      [number, world.holder.walletId],
    )
    await expect(release).rejects.toThrow('on its way back')
    expect((await type(`suspense cancel ${id}`)).code).toBe(2)
    expect((await type(`suspense cancel ${id} the owner has come`)).code).toBe(0)
    expect((await type(`suspense assign ${number} ${world.holder.walletId} signed with its key`)).code).toBe(0)
    expect(await suspense()).toBe(0n)
    const back = world.app.db.query(
      `INSERT INTO withdrawal (key, deposit_id, chain, coin, units, fee_units, address, state, needs_review, requested_at)
       SELECT 'x', id, chain, coin, units, 0, from_address, 'sending', true, now() FROM deposit WHERE id = $1`,
      [number],
    )
    await expect(back).rejects.toThrow('is not in suspense')
    expect(await problems()).toEqual([])
  })
})

describe('coins that nobody claimed, sent back on TRON', () => {
  it('arrive where they came from, once', async () => {
    const [ada, ben] = [await newKey(), await newKey()]
    const approvers = { ada: ada.publicText, ben: ben.publicText }
    const tron = await testTron({ rules: { ...wideRules, approvers } })
    const world = await moneyWorld({ ...tron, networks: [tron.network] }, { homes: {} })
    const type = async (line: string) => (await operate(world.app, line)).text
    tron.give(tron.hotAddress, '77')
    tron.mine(25)
    await world.watch()
    const before = tron.balance(tron.keys.faucet.address)
    await type(`suspense return ${(await type('suspense list')).match(/^\d+/)?.[0]} its sender wrote to us`)
    const id = (await type('suspense returns')).match(/^\d+/)?.[0]
    for (const [name, key] of Object.entries({ ada, ben })) {
      await type(`approver add ${name} ${key.publicText}`)
      const text = (await type(`suspense message ${id}`)).split('\nsigned by')[0] ?? ''
      await type(`suspense approve ${id} ${name} ${signText(text, key)}`)
    }
    for (let round = 0; round < 3; round += 1) {
      await world.payer.run()
      tron.mine(25)
    }
    expect(await world.app.db.query('SELECT state, note FROM withdrawal')).toEqual([{ state: 'done', note: '' }])
    expect(tron.balance(tron.keys.faucet.address) - before).toBe(77_000_000n)
    expect(await balanceOf(world.app.db, company('suspense'), 'USDT')).toBe(0n)
    expect([...(await audit(world.app.db)), ...(await findWithdrawalProblems(world.app.db))]).toEqual([])
    await world.close()
  })
})
