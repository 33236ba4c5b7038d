import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitingChangesOf } from '#custody/payments/address/address-changes.store.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { firstBrokenOperation, operations } from '#identity/operators/operator-log.store.ts'
import { loadWallet, setFrozen } from '#identity/wallet.store.ts'
import { addMs, dayMs, hourMs, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddress } from '#outside/chains/keys/derivation.ts'
import { type TestChain, testChain, wideRules } from '#outside/chains/test/test-chain.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import { operate } from '#server/test/test-operator.ts'
import {
  cancelAddressChange,
  cancelWithdrawal,
  changeAddress,
  requestWithdrawal,
  withdrawalAddresses,
  withdrawals,
} from '../withdrawals.contract.ts'

const home: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const next: Hex = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const waitMs = 3 * dayMs

describe('a change of a bound address', () => {
  let chain: TestChain
  let app: TestApp
  let chains: Chains
  let holder: Holder
  const signerClock = stoppedClock(new Date('2026-11-21T12:00:00Z'))
  beforeAll(async () => {
    chain = await testChain({ clock: signerClock, rules: { ...wideRules, changeHoldMs: waitMs } })
    app = await testApp()
    chains = await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })
  beforeEach(async () => {
    holder = await newHolder(app)
    await holder.bind('bsc', home)
    app.clock.advance(dayMs)
    await credit(app, holder, 'bsc', 'USDT', '3000')
    await run()
  })

  const run = () => createPayer({ db: app.db, clock: app.clock, chains, confirmations: () => 1 }).run()
  const pass = (ms: number) => {
    app.clock.advance(ms)
    signerClock.advance(ms)
  }
  const input = (change: Partial<CallInputOf<typeof changeAddress>> = {}) => {
    const address = change.address ?? next
    const code = change.code ?? holder.code()
    return {
      chain: 'bsc' as const,
      address,
      remark: 'new',
      ...holder.signChange('bsc', home, address),
      ...change,
      code,
    }
  }
  const ask = async (change: Partial<CallInputOf<typeof changeAddress>> = {}) => {
    const given = input(change)
    await holder.client.confirm()
    return holder.client.call(changeAddress, given)
  }
  const refused = async (change: Partial<CallInputOf<typeof changeAddress>> = {}) => {
    const given = input(change)
    await holder.client.confirm()
    return holder.client.refusal(changeAddress, given)
  }
  const shown = async () =>
    (await holder.client.call(withdrawalAddresses, {})).items.find((each) => each.chain === 'bsc')?.bound
  const withdraw = async (amount: string) => {
    const code = holder.code()
    await holder.client.confirm()
    return holder.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount, code })
  }
  const read = async (id: number) => (await holder.client.call(withdrawals, { id })).items[0]
  const number = async () => (await waitingChangesOf(app.db, holder.walletId))[0]?.id
  const type = (line: string) => operate(app, line)
  const confirm = async () => type(`address confirm ${await number()} seen on video`)

  it('is made 72 hours after the holder signed it, when support has said yes; the old address is paid until then', async () => {
    const { readyAt } = await ask()
    expect(readyAt).toBe(addMs(app.clock.now(), waitMs).toISOString())
    expect(await shown()).toMatchObject({
      address: home,
      change: { address: next, remark: 'new', readyAt, confirmed: false },
    })
    await run()
    const { id } = await withdraw('100')
    await run()
    await chain.mine(2)
    await run()
    expect(await read(id)).toMatchObject({ state: 'done', address: home, remark: 'mine' })
    expect((await confirm()).code).toBe(0)
    expect(await shown()).toMatchObject({ change: { confirmed: true } })
    pass(waitMs - 1)
    await run()
    expect(await shown()).toMatchObject({ address: home })
    pass(1)
    const before = await chain.balance('bsc', 'USDT', next)
    await run()
    const payableFrom = addMs(app.clock.now(), dayMs).toISOString()
    expect(await shown()).toMatchObject({ address: next, remark: 'new', payableFrom, change: null })
    const later = await withdraw('50')
    expect(later).toMatchObject({
      state: 'held',
      address: next,
      waits: [{ reason: 'new_address', until: payableFrom }],
    })
    pass(dayMs)
    await run()
    await chain.mine(2)
    await run()
    expect(await read(later.id)).toMatchObject({ state: 'done', address: next, remark: 'new' })
    expect((await chain.balance('bsc', 'USDT', next)) - before).toBe(497n * 10n ** 17n)
    expect(await read(id)).toMatchObject({ address: home, remark: 'mine' })
  })

  it('never is without support’s word, nor before the signer’s own clock has passed 72 hours', async () => {
    await ask()
    await run()
    app.clock.advance(30 * dayMs)
    await run()
    expect(await shown()).toMatchObject({ address: home })
    await confirm()
    await run()
    expect(await shown()).toMatchObject({ address: home, change: { address: next } })
    signerClock.advance(waitMs)
    await run()
    expect(await shown()).toMatchObject({ address: next })
  })

  it('comes out the same whichever step the payer dies at', async () => {
    const died = new Set<string>()
    const onStep = (step: string) => {
      if (died.has(step)) return
      died.add(step)
      throw new Error(`died at ${step}`)
    }
    const runs = async () => {
      for (let run = 0; run < 20; run += 1) {
        const payer = createPayer({ db: app.db, clock: app.clock, chains, confirmations: () => 1, onStep })
        await payer.run().catch((error: unknown) => expect(String(error)).toContain('died at'))
        await chain.mine()
      }
    }
    await ask()
    await runs()
    await holder.client.call(cancelAddressChange, { chain: 'bsc' })
    await runs()
    await ask()
    await confirm()
    pass(waitMs)
    await runs()
    expect(await shown()).toMatchObject({ address: home })
    pass(waitMs)
    await runs()
    expect(await shown()).toMatchObject({ address: next })
    pass(dayMs)
    const { id } = await withdraw('50')
    await runs()
    expect(await read(id)).toMatchObject({ state: 'done', address: next })
    expect([...died]).toEqual(expect.arrayContaining(['change told', 'change dropped', 'address changed', 'ended']))
  })

  it('can be taken back until it is made, and then the signer knows it for good', async () => {
    const signed = holder.signChange('bsc', home, next)
    await ask(signed)
    await run()
    await confirm()
    await holder.client.call(cancelAddressChange, { chain: 'bsc' })
    expect(await shown()).toMatchObject({ address: home, change: null })
    expect(await holder.client.refusal(cancelAddressChange, { chain: 'bsc' })).toBe('request.data_missing')
    await run()
    pass(waitMs)
    await run()
    expect(await shown()).toMatchObject({ address: home })
    const { walletId, key } = holder
    const certificate = { walletId, chain: 'bsc', address: next, replaces: home, publicKey: key.publicText, ...signed }
    await expect(chain.signer.askChange(certificate, [])).rejects.toThrow('not newer')
    await ask()
    expect(await shown()).toMatchObject({ change: { address: next } })
  })

  it('waits until nothing is on its way to the old address, and while the wallet is frozen', async () => {
    const { id } = await withdraw('2000')
    await ask()
    await run()
    await confirm()
    pass(waitMs - hourMs)
    await run()
    expect(await read(id)).toMatchObject({ state: 'reviewing' })
    pass(hourMs)
    await app.db.query('UPDATE withdrawal SET review_until = $2 WHERE id = $1', [id, addMs(app.clock.now(), dayMs)])
    await run()
    expect(await shown()).toMatchObject({ address: home, change: { confirmed: true } })
    await holder.client.call(cancelWithdrawal, { id })
    await app.db.transaction((tx) => setFrozen(tx, holder.walletId, app.clock.now()))
    await run()
    expect(await shown()).toMatchObject({ address: home })
    await app.db.transaction((tx) => setFrozen(tx, holder.walletId, null))
    await run()
    expect(await shown()).toMatchObject({ address: next })
  })

  it('is refused by what is wrong with it', async () => {
    const serial = (await loadWallet(app.db, holder.walletId)).serial
    const own = depositAddress((await chain.signer.publicKeys()).evm.depositXpub, Number(serial))
    expect(await refused({ address: next.slice(0, 41) })).toBe('funds.address_length')
    expect(await refused({ address: next.replace('fB', 'Fb') })).toBe('funds.address_checksum')
    expect(await refused({ address: home.toLowerCase() })).toBe('funds.address_same')
    for (const address of [own, chain.hotAddress])
      expect(await refused({ address })).toBe('funds.same_as_deposit_address')
    expect(await refused({ chain: 'eth' })).toBe('funds.address_not_bound')
    expect(await refused(holder.sign('bsc', next))).toBe('funds.certificate_wrong')
    expect(await refused(holder.signChange('bsc', own, next))).toBe('funds.certificate_wrong')
    expect(await refused(holder.signChange('bsc', home, next, addMs(app.wall.now(), -hourMs)))).toBe('request.stale')
    expect(await refused({ code: '000000' })).toBe('identity.code_wrong')
    await app.db.transaction((tx) => setFrozen(tx, holder.walletId, app.clock.now()))
    expect(await refused()).toBe('identity.frozen')
    await app.db.transaction((tx) => setFrozen(tx, holder.walletId, null))
    await ask()
    expect(await refused()).toBe('funds.address_change_open')
  })

  it('is support’s to confirm or to refuse, each once and with a reason, in the operator’s log', async () => {
    await ask()
    expect((await type('address changes')).text).toContain(`bsc: ${home} → ${next}  to be confirmed`)
    expect((await type(`address confirm ${await number()}`)).code).toBe(2)
    expect((await confirm()).text).toContain('is confirmed: seen on video')
    expect((await confirm()).text).toContain('ops.nothing_to_do')
    const refusedOne = await number()
    expect((await type(`address refuse ${refusedOne} the caller was somebody else`)).code).toBe(0)
    expect((await type(`address refuse ${refusedOne} again`)).code).toBe(2)
    expect(await shown()).toMatchObject({ address: home, change: null })
    const verbs = (await operations(app.db, 50)).map(({ verb }) => verb)
    expect(verbs).toEqual(expect.arrayContaining(['address confirm', 'address refuse']))
    expect(await firstBrokenOperation(app.db)).toBeUndefined()
  })

  it('is refused by one operator once within seven days; after that it takes two', async () => {
    const refuse = async () => type(`address refuse ${await number()} a look`)
    const byTwo = async () => {
      const lines = (await operations(app.db, 4)).filter(({ verb }) => verb === 'address refuse')
      return lines.slice(0, 2).map(({ proposal }) => proposal !== null)
    }
    await ask()
    expect((await refuse()).code).toBe(0)
    app.wall.advance(minuteMs)
    await ask()
    expect((await refuse()).code).toBe(0)
    expect(await byTwo()).toEqual([true, false])
  })

  it('is nothing the database does by itself', async () => {
    const update = app.db.query('UPDATE bound_address SET address = $2, signed_address = $2 WHERE wallet_id = $1', [
      holder.walletId,
      next,
    ])
    await expect(update).rejects.toThrow('no change was asked for')
    await ask()
    const early = app.db.query(`UPDATE address_change SET ready_at = asked_at WHERE wallet_id = $1`, [holder.walletId])
    await expect(early).rejects.toThrow()
  })
})
