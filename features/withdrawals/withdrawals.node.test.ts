import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approveWithdrawal, refuseWithdrawal } from '#custody/payments/approving/review.store.ts'
import { withdrawalLimits } from '#custody/payments/withdrawal-settings.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { loadWallet, setBan, setFrozen, setWithdrawalBan } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { available, held } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddress } from '#outside/chains/keys/derivation.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import {
  bindAddress,
  cancelWithdrawal,
  requestWithdrawal,
  withdrawalAddresses,
  withdrawalRules,
  withdrawals,
} from './withdrawals.contract.ts'

const home: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('the calls of withdrawing', () => {
  let chain: TestChain
  let app: TestApp
  let holder: Holder
  let payer: ReturnType<typeof createPayer>
  beforeAll(async () => {
    chain = await testChain()
    app = await testApp()
    const chains = await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    payer = createPayer({ db: app.db, clock: app.clock, chains })
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })
  beforeEach(async () => {
    holder = await newHolder(app)
  })

  const usdt = { chain: 'bsc', coin: 'USDT' } as const
  const has = (account: Parameters<typeof balanceOf>[1], asset = 'USDT' as const) => balanceOf(app.db, account, asset)
  const units = (text: string) => parseUnits(text) ?? 0n
  const bindInput = (change: Partial<CallInputOf<typeof bindAddress>> = {}) => {
    const address = change.address ?? home
    const code = change.code ?? holder.code()
    return { chain: 'bsc' as const, address, remark: 'ledger', ...holder.sign('bsc', address), ...change, code }
  }
  const ask = async (amount: string, coin: 'USDT' | 'ATMC' = 'USDT') => {
    const code = holder.code()
    await holder.client.confirm()
    return holder.client.call(requestWithdrawal, { chain: 'bsc', coin, amount, code })
  }
  const refused = async (amount: string) => {
    const code = holder.code()
    await holder.client.confirm()
    return holder.client.refusal(requestWithdrawal, { ...usdt, amount, code })
  }
  const read = async (id: number) => (await holder.client.call(withdrawals, { id })).items[0]
  const onHome = async () => (await holder.client.call(loadWalletInfo, { view: 'home' })).home?.withdrawals
  const ready = async () => {
    await holder.bind('bsc', home)
    app.clock.advance(dayMs)
    await credit(app, holder, 'bsc', 'USDT', '3000')
  }

  describe('an address', () => {
    it('is bound once, for good, with code, name and the holder’s own signature', async () => {
      const { payableFrom } = await holder.client.call(bindAddress, bindInput())
      expect(payableFrom).toBe(addMs(app.clock.now(), dayMs).toISOString())
      const { items } = await holder.client.call(withdrawalAddresses, {})
      expect(items).toMatchObject([
        { chain: 'eth', length: 42, bound: null },
        { chain: 'bsc', standard: 'BEP-20', bound: { address: home, remark: 'ledger', payableFrom } },
        { chain: 'tron', length: 34, standard: 'TRC-20', bound: null },
      ])
      await holder.client.confirm()
      expect(await holder.client.refusal(bindAddress, bindInput())).toBe('funds.address_bound')
    })

    it('is refused by what is wrong with it', async () => {
      const keyOf = (address: string) => holder.client.refusal(bindAddress, bindInput({ address, code: '000000' }))
      expect(await keyOf(home.slice(0, 41))).toBe('funds.address_length')
      expect(await keyOf('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toBe('funds.address_length')
      expect(await keyOf(`0y${home.slice(2)}`)).toBe('funds.address_format')
      expect(await keyOf(`0x${'0'.repeat(40)}`)).toBe('funds.address_format')
      expect(await keyOf(home.replace('aA', 'Aa'))).toBe('funds.address_checksum')
      expect(await keyOf('')).toBe('field.required')
    })

    it('is none of the company’s own: one’s deposit address, the hot wallet, a token', async () => {
      const serial = (await loadWallet(app.db, holder.walletId)).serial
      const { depositXpub } = (await chain.signer.publicKeys()).evm
      const own = depositAddress(depositXpub, Number(serial))
      for (const address of [own, chain.hotAddress, chain.networks[1]?.tokens.USDT ?? ''])
        expect(await holder.client.refusal(bindAddress, bindInput({ address })), address).toBe(
          'funds.same_as_deposit_address',
        )
    })

    it('needs a signature by the holder’s key over this very address, and a fresh one', async () => {
      const other = holder.sign('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
      expect(await holder.client.refusal(bindAddress, bindInput(other))).toBe('funds.certificate_wrong')
      expect(await holder.client.refusal(bindAddress, bindInput(holder.sign('eth', home)))).toBe(
        'funds.certificate_wrong',
      )
      const old = holder.sign('bsc', home, addMs(app.wall.now(), -hourMs))
      expect(await holder.client.refusal(bindAddress, bindInput(old))).toBe('request.stale')
      expect(await holder.client.refusal(bindAddress, bindInput({ code: '000000' }))).toBe('identity.code_wrong')
    })
  })

  describe('the rules', () => {
    it('are shown before anything is typed', async () => {
      await ready()
      expect(await holder.client.call(withdrawalRules, usdt)).toMatchObject({
        open: true,
        minimum: '10',
        fee: '0.3',
        available: '3000',
        maximumValue: '10000',
        dayLeftValue: '50000',
        price: '1',
        address: home,
        googleBound: true,
        reviewAboveCount: 5,
        dayCount: 0,
        stop: null,
        waits: [],
      })
      await ask('100')
      expect(await holder.client.call(withdrawalRules, usdt)).toMatchObject({
        dayLeftValue: '49900',
        dayCount: 1,
        available: '2900',
      })
      expect(await holder.client.refusal(withdrawalRules, { chain: 'bsc', coin: 'WLD' })).toBe('funds.chain_coin')
    })

    it('refuse by name what breaks them', async () => {
      expect(await refused('50')).toBe('funds.address_not_bound')
      await ready()
      await credit(app, holder, 'bsc', 'USDT', '70000')
      expect(await refused('9.99')).toBe('funds.withdrawal_below_minimum')
      expect(await refused('10000.01')).toBe('funds.withdrawal_above_maximum')
      for (const amount of ['0', '-1', '1e30', '50.123', '', 'ten', '99999999999999'])
        expect(await refused(amount), amount).toMatch(/^field\.(required|format)$/)
      for (let count = 0; count < 5; count += 1) await ask('10000')
      expect(await refused('10')).toBe('funds.withdrawal_day_limit')
      app.clock.advance(dayMs)
      expect((await ask('10')).state).not.toBe('cancelled')
    })

    it('refuse more than there is, and a code that was used', async () => {
      await ready()
      expect(await refused('3000.01')).toBe('balance.insufficient')
      const code = holder.code()
      await holder.client.confirm()
      const input = { ...usdt, amount: '10', code }
      await holder.client.call(requestWithdrawal, input)
      expect(await holder.client.refusal(requestWithdrawal, input)).toBe('identity.code_used')
    })

    it('follow what the operator sets', async () => {
      await ready()
      const set = (value: typeof withdrawalLimits.initial) =>
        app.db.transaction((tx) =>
          changeSetting(tx, withdrawalLimits, { value, reason: 'a test', at: app.clock.now() }),
        )
      await set({ ...withdrawalLimits.initial, maximumValue: '1000' })
      expect(await refused('1000.01')).toBe('funds.withdrawal_above_maximum')
      await set(withdrawalLimits.initial)
    })
  })

  describe('waiting', () => {
    it('for a new address is accepted, with its end, and goes on by itself', async () => {
      await holder.bind('bsc', home)
      await credit(app, holder, 'bsc', 'USDT', '3000')
      const asked = await ask('50')
      const until = addMs(app.clock.now(), dayMs).toISOString()
      expect(asked).toMatchObject({ state: 'held', waits: [{ reason: 'new_address', until }], cancellable: true })
      await payer.run()
      expect(await read(asked.id)).toMatchObject({ state: 'held' })
      app.clock.advance(dayMs)
      await payer.run()
      app.clock.advance(hourMs)
      await payer.run()
      expect(await read(asked.id)).toMatchObject({ state: 'confirming', waits: [] })
    })

    it('lasts through a freeze that began after it was asked for', async () => {
      await ready()
      const asked = await ask('50')
      await app.db.transaction((tx) => setFrozen(tx, holder.walletId, app.clock.now()))
      await payer.run()
      expect(await read(asked.id)).toMatchObject({ state: 'held', waits: [{ reason: 'frozen', until: null }] })
      expect(await refused('50')).toBe('identity.frozen')
      expect(await holder.client.call(withdrawalRules, usdt)).toMatchObject({
        stop: { by: 'freeze', until: null },
        waits: [],
      })
      await app.db.transaction((tx) => setFrozen(tx, holder.walletId, null))
      await payer.run()
      expect(await read(asked.id)).toMatchObject({ state: 'confirming' })
    })

    it('for the operator ends with the approval, or after 72 hours', async () => {
      await ready()
      const [one, two] = [await ask('1000.01'), await ask('1000.02')]
      expect(one).toMatchObject({ state: 'reviewing', waits: [{ reason: 'review' }] })
      await app.db.transaction((tx) => approveWithdrawal(tx, BigInt(one.id), app.clock.now()))
      await payer.run()
      expect([(await read(one.id))?.state, (await read(two.id))?.state]).toEqual(['confirming', 'reviewing'])
      app.clock.advance(3 * dayMs)
      await payer.run()
      expect((await read(two.id))?.state).toBe('confirming')
      const again = app.db.transaction((tx) => approveWithdrawal(tx, BigInt(one.id), app.clock.now()))
      await expect(again).rejects.toThrow('ops.nothing_to_do')
    })

    it('ends with everything back when it is cancelled, or refused', async () => {
      await ready()
      const [one, two] = [await ask('1000.01'), await ask('1000.02')]
      expect(await has(held(holder.walletId))).toBe(units('2000.03'))
      expect(await onHome()).toEqual([two, one].map(({ id, amount, coin }) => ({ id, amount, coin })))
      expect(await holder.client.call(cancelWithdrawal, { id: one.id })).toMatchObject({
        state: 'cancelled',
        waits: [],
      })
      await app.db.transaction((tx) => refuseWithdrawal(tx, BigInt(two.id), 'a test', app.clock.now()))
      expect(await read(one.id)).toMatchObject({ state: 'cancelled', refusal: '' })
      expect(await read(two.id)).toMatchObject({ state: 'cancelled', refusal: 'a test' })
      expect(await onHome()).toEqual([])
      expect(await has(available(holder.walletId))).toBe(units('3000'))
      expect(await has(held(holder.walletId))).toBe(0n)
      expect(await holder.client.refusal(cancelWithdrawal, { id: one.id })).toBe('funds.withdrawal_not_cancellable')
    })

    it('does not happen for a suspension, but a ban of withdrawals refuses with its end', async () => {
      await ready()
      await app.db.transaction((tx) =>
        setBan(tx, holder.walletId, { at: app.clock.now(), until: addMs(app.clock.now(), dayMs), reason: 'a test' }),
      )
      expect((await ask('50')).state).toBe('sending')
      const until = addMs(app.clock.now(), dayMs)
      await app.db.transaction((tx) => setWithdrawalBan(tx, holder.walletId, { until, reason: 'a test' }))
      expect(await refused('50')).toBe('identity.withdrawal_banned')
      expect(await holder.client.call(withdrawalRules, usdt)).toMatchObject({
        stop: { by: 'ban', reason: 'a test', until: until.toISOString() },
        waits: [],
      })
    })
  })

  describe('guards', () => {
    it('another’s withdrawals: not shown, not cancelled', async () => {
      await ready()
      const { id } = await ask('1000.01')
      const other = await newHolder(app)
      expect((await other.client.call(withdrawals, {})).items).toEqual([])
      expect(await other.client.refusal(cancelWithdrawal, { id })).toBe('request.data_missing')
    })
  })
})
