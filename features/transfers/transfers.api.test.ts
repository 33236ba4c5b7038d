import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { declareRegion } from '#identity/team/region.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { holdWithdrawals, setBan, setFrozen, setWithdrawalBan } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { audit } from '#ledger/audit.store.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { credit, newHolder, newParty, type Party } from '#server/test/test-funds.ts'
import { transferOpenings, transferScope } from './transfer-settings.ts'
import { makeTransfer, transferRules, transfers, transferTarget } from './transfers.contract.ts'

describe('the calls of transferring', () => {
  let app: TestApp
  let sender: Party
  let receiver: Party
  const party = (choices = {}) => newParty(app, choices)
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    sender = await party()
    receiver = await party()
    await credit(app, sender, 'bsc', 'USDT', '20000')
  })

  const units = (text: string): bigint => parseUnits(text) ?? 0n
  const has = (walletId: WalletId, coin: Coin = 'USDT') => balanceOf(app.db, available(walletId), coin)
  const input = (change: Partial<CallInputOf<typeof makeTransfer>> = {}) => ({
    receiverId: receiver.walletId as string,
    coin: 'USDT' as const,
    amount: '25.5',
    ...change,
  })
  const refused = (change: Partial<CallInputOf<typeof makeTransfer>> = {}) =>
    sender.client.refusal(makeTransfer, input(change))
  const set = (setting: Parameters<typeof changeSetting>[1], value: unknown) =>
    app.db.transaction((tx) => changeSetting(tx, setting, { value, reason: 'a test', at: app.clock.now() }))

  describe('answers', () => {
    it('the receiver’s masked nickname, however the ID was typed', async () => {
      await receiver.client.call(renameWallet, { nickname: 'Maria' })
      const typed = receiver.walletId.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ')
      expect(await sender.client.call(transferTarget, { receiverId: typed })).toEqual({
        receiverId: receiver.walletId,
        nickname: 'M•••a',
        paidBefore: false,
      })
    })

    it('the rules before anything is typed', async () => {
      expect(await sender.client.call(transferRules, { coin: 'USDT' })).toMatchObject({
        open: true,
        minimumValue: '1',
        maximumValue: '10000',
        withoutCodeValue: '100',
        withoutCodeLeft: '100',
        available: '20000',
        price: '1',
        scope: 'any',
        googleBound: false,
        heldUntil: null,
      })
    })

    it('whether the wallet may stand in an invitation: activated, and not where invitations are off', async () => {
      const mayInvite = async ({ client }: Party) => (await client.call(transferRules, { coin: 'USDT' })).mayInvite
      const asleep = await party({ activate: false })
      const elsewhere = await party()
      await app.db.transaction((tx) => declareRegion(tx, elsewhere.walletId, 'US', app.clock.now()))
      expect(await Promise.all([sender, asleep, elsewhere].map(mayInvite))).toEqual([true, false, false])
    })

    it('a transfer: all of it arrives at once, and both sides read it', async () => {
      const made = await sender.client.call(makeTransfer, input({ remark: 'for the tea' }))
      expect(made).toMatchObject({ direction: 'out', receiverId: receiver.walletId, amount: '25.5' })
      expect(await has(sender.walletId)).toBe(units('19974.5'))
      expect(await has(receiver.walletId)).toBe(units('25.5'))
      const there = await receiver.client.call(transfers, { direction: 'in' })
      expect(there.items).toEqual([{ ...made, direction: 'in', receiverId: sender.walletId, nickname: '' }])
      expect(there.asOf).toBe(app.clock.now().toISOString())
      expect((await receiver.client.call(transfers, { direction: 'out' })).items).toEqual([])
      expect((await sender.client.call(transfers, { id: made.id, coin: 'USDT' })).items).toEqual([made])
      expect((await sender.client.call(transferTarget, { receiverId: receiver.walletId })).paidBefore).toBe(true)
    })

    it('the list page by page, both directions in one order', async () => {
      for (let count = 0; count < 12; count += 1) {
        await sender.client.call(makeTransfer, input({ amount: '10' }))
        await receiver.client.call(makeTransfer, input({ receiverId: sender.walletId, amount: '1' }))
      }
      const first = await sender.client.call(transfers, {})
      const second = await sender.client.call(transfers, { cursor: first.next })
      const ids = [...first.items, ...second.items].map(({ id }) => id)
      expect(ids).toHaveLength(24)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
      expect(second.next).toBe('')
    })
  })

  describe('refuses', () => {
    it('a mistyped ID before any look-up, and who is not there like who is not activated', async () => {
      const { walletId: asleep } = await testWallet(app.db, { activated: false })
      const mistyped = `${receiver.walletId.slice(0, 9)}${receiver.walletId.endsWith('0') ? '1' : '0'}`
      for (const [receiverId, key] of [
        [mistyped, 'identity.wallet_id_wrong'],
        ['0000000000', 'funds.receiver_unknown'],
        [asleep, 'funds.receiver_unknown'],
        [sender.walletId, 'funds.receiver_not_valid'],
      ] as const) {
        expect(await sender.client.refusal(transferTarget, { receiverId }), receiverId).toBe(key)
        expect(await refused({ receiverId }), receiverId).toBe(key)
      }
    })

    it('to pay a suspended wallet', async () => {
      await app.db.transaction((tx) =>
        setBan(tx, receiver.walletId, { at: app.clock.now(), until: addMs(app.clock.now(), dayMs), reason: 'fraud' }),
      )
      expect(await refused()).toBe('funds.receiver_not_valid')
    })

    it('who is not in the own team, up or down, where only that can be paid', async () => {
      const child = await party({ sponsorId: sender.walletId })
      const grandchild = await party({ sponsorId: child.walletId })
      await set(transferScope, 'team')
      expect(await refused()).toBe('funds.receiver_not_in_team')
      expect(await sender.client.refusal(transferTarget, { receiverId: receiver.walletId })).toBe(
        'funds.receiver_not_in_team',
      )
      await sender.client.call(makeTransfer, input({ receiverId: grandchild.walletId }))
      await grandchild.client.call(makeTransfer, input({ receiverId: sender.walletId, amount: '5' }))
      await set(transferScope, 'any')
    })

    it('amounts that are none, too small, too large, or not there', async () => {
      for (const amount of ['0', '-1', '1e3', '5.123', 'ten', '', '99999999999999'])
        expect(await refused({ amount }), amount).toMatch(/^field\.(required|format)$/)
      expect(await refused({ amount: '0.99' })).toBe('funds.transfer_amount')
      expect(await refused({ amount: '10000.01' })).toBe('funds.transfer_amount')
      expect(await refused({ amount: '20000.01' })).toBe('balance.insufficient')
      expect(await refused({ coin: 'ATMC' })).toBe('balance.insufficient')
      expect(await refused({ coin: 'POWER' as Coin })).toBe('field.format')
      expect(await has(sender.walletId)).toBe(units('20000'))
    })

    it('by switch and by the time of day', async () => {
      await set(transferOpenings, { USDT: { open: false, opensAt: '00:00', closesAt: '24:00' } })
      expect(await refused()).toBe('funds.transfer_closed')
      await set(transferOpenings, { USDT: { open: true, opensAt: '13:00', closesAt: '14:00' } })
      expect(await refused()).toBe('funds.transfer_wrong_time')
      expect((await sender.client.call(transferRules, { coin: 'USDT' })).open).toBe(false)
      await set(transferOpenings, {})
    })
  })

  describe('guards', () => {
    const stranger = async () => {
      const client = app.client()
      return client.refusal(makeTransfer, input())
    }

    it('who is not signed in, and who has not given the password', async () => {
      expect(await stranger()).toMatch(/^session\.|token_03/)
      sender.client.line.walletToken = undefined
      expect(await refused()).toBe('session.wallet_token_missing')
      expect(await has(sender.walletId)).toBe(units('20000'))
    })

    it('frozen, suspended and withdrawal-banned wallets', async () => {
      const at = app.clock.now()
      const stop = async () => (await sender.client.call(transferRules, { coin: 'USDT' })).stop
      expect(await stop()).toBeNull()
      await app.db.transaction((tx) => setFrozen(tx, sender.walletId, at))
      expect(await refused()).toBe('identity.frozen')
      expect(await stop()).toEqual({ by: 'freeze', reason: '', until: null })
      await app.db.transaction((tx) => setFrozen(tx, sender.walletId, null))
      await app.db.transaction((tx) => setBan(tx, sender.walletId, { at, until: addMs(at, dayMs), reason: 'fraud' }))
      expect(await refused()).toBe('identity.banned')
      expect(await stop()).toEqual({ by: 'suspension', reason: 'fraud', until: addMs(at, dayMs).toISOString() })
      await app.db.transaction((tx) => setBan(tx, sender.walletId, null))
      await app.db.transaction((tx) =>
        setWithdrawalBan(tx, sender.walletId, { until: addMs(at, dayMs), reason: 'checked' }),
      )
      expect(await refused()).toBe('identity.withdrawal_banned')
      expect(await stop()).toEqual({ by: 'ban', reason: 'checked', until: addMs(at, dayMs).toISOString() })
    })

    it('wallets not paid before for 24 h after a security change', async () => {
      await sender.client.call(makeTransfer, input())
      const stranger = await party()
      const until = addMs(app.clock.now(), dayMs)
      await app.db.transaction((tx) => holdWithdrawals(tx, sender.walletId, until, 'password'))
      expect(await refused({ receiverId: stranger.walletId })).toBe('funds.transfer_held')
      expect((await sender.client.call(transferRules, { coin: 'USDT' })).heldUntil).toBe(until.toISOString())
      await sender.client.call(makeTransfer, input())
      app.clock.advance(dayMs)
      await sender.client.call(makeTransfer, input({ receiverId: stranger.walletId }))
    })

    it('amounts above 100 USDT with the code of a bound authenticator, each code once', async () => {
      const holder = await newHolder(app)
      await credit(app, holder, 'bsc', 'USDT', '1000')
      const ask = async (amount: string, code?: string) => {
        await holder.client.confirm()
        return holder.client.send(makeTransfer, input({ amount, ...(code ? { code } : {}) }))
      }
      expect((await ask('100')).envelope.code).toBe(0)
      expect((await ask('100.01')).envelope.msg).toBe('identity.code_needed')
      expect((await ask('100.01', '000000')).envelope.msg).toBe('identity.code_wrong')
      // A wrong code with a small amount must not reset the attempts.
      expect((await ask('2', '000000')).envelope.msg).toBe('identity.code_wrong')
      const code = holder.code()
      expect((await ask('100.01', code)).envelope.code).toBe(0)
      expect((await ask('100.01', code)).envelope.msg).toBe('identity.code_used')
      expect(await has(holder.walletId)).toBe(units('799.99'))
    })

    it('a repeat: the same key moves the coins once, and with anything else is a conflict', async () => {
      const bent = { headers: { [headers.idempotencyKey]: '0b0e7a52-9d36-4d1f-9b7e-3a4f9a1c2d3e' } }
      const once = await sender.client.call(makeTransfer, input(), bent)
      expect(await sender.client.call(makeTransfer, input(), bent)).toEqual(once)
      const { envelope } = await sender.client.send(makeTransfer, input({ amount: '26' }), bent)
      expect(envelope.msg).toBe('request.key_conflict')
      expect(await has(receiver.walletId)).toBe(units('25.5'))
    })

    it('somebody else’s transfers', async () => {
      const { id } = await sender.client.call(makeTransfer, input())
      const other = await party()
      expect((await other.client.call(transfers, { id })).items).toEqual([])
    })
  })

  it('lets exactly as many of 200 at once succeed as the balance allows', async () => {
    const rich = await party()
    await credit(app, rich, 'bsc', 'USDT', '777')
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => rich.client.send(makeTransfer, input({ amount: '10' }))),
    )
    const said = answers.map(({ envelope }) => (envelope.code === 0 ? 'made' : envelope.msg))
    expect(said.filter((word) => word === 'made')).toHaveLength(77)
    expect(said.filter((word) => word === 'balance.insufficient')).toHaveLength(123)
    expect(await has(rich.walletId)).toBe(units('7'))
    expect(await has(receiver.walletId)).toBe(units('770'))
  })

  it('lets two wallets pay each other at once, again and again', async () => {
    await credit(app, receiver, 'bsc', 'USDT', '20000')
    const pay = (from: Party, to: Party) =>
      from.client.send(makeTransfer, input({ receiverId: to.walletId, amount: '3' }))
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, round) => (round % 2 ? pay(sender, receiver) : pay(receiver, sender))),
    )
    expect(answers.every(({ envelope }) => envelope.code === 0)).toBe(true)
    expect(await has(sender.walletId)).toBe(units('20000'))
    expect(await audit(app.db)).toEqual([])
  })
})
