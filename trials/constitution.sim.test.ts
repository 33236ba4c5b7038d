import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { setBan } from '#identity/wallet.store.ts'
import { coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import type { Tx } from '#kit/store/db.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import { type Dice, randomBelow, randomUuid, seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { makeDemoTrades } from '#market/demo/demo-trader.job.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { type Arrival, bookLoss, bookProfit, bookSend } from '#products/lines/fund/booking.store.ts'
import { routes } from '#server/calls/routes.ts'
import { settle } from '#server/loops/settlement.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { testPassword } from '#server/test/test-client.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import { lastPosting, plants, violations } from './test-constitution.ts'

/**
 * Attacks PRODUCT.md part 1, rules 1 to 3, through every call. The attacking wallet owns coins and has another wallet's IDs and tokens.
 * Checks the rules independently on accounts and postings, so wrong additions to the movement table also fail.
 */

const seed = Number(process.env.SIM_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const home: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const attempts = sizeOf(import.meta.url, {
  least: { POST: 1, GET: 1 },
  turn: { POST: 1, GET: 1 },
  all: { POST: 10, GET: 2 },
})
const jobsEvery = sizeOf(import.meta.url, { least: 4, turn: 4, all: 1 })
/** The attacker's own transfers, allowed only as code 4. */
const transfers = ['/wallet/conver']
const redeem = '/invest/redeem'
const fundId = 34
/** Last, because they end the attacker's session. */
const last = ['/my/password', '/login/import', '/login/password', '/login/out']

const contracts = routes(true).map(({ contract }) => contract)
const contractOf = (path: string) => contracts.find((contract) => contract.path === path) as Contract

describe(`the constitution, tried through every call (SIM_SEED=${seed})`, () => {
  const dice: Dice = seededDice(seed)
  let chain: TestChain
  let app: TestApp
  let chains: Chains
  let mallory: Holder
  let vera: Holder
  let jobs: () => Promise<void>
  const known: Record<string, unknown[]> = {}

  const refresh = ({ client }: Holder) => {
    client.line.requestToken = undefined
  }
  const fund = async (holder: Holder) => {
    await holder.bind('bsc', holder === vera ? home : '0x52908400098527886E0F7030069857D2E4169EE7')
    for (const coin of coins) await credit(app, holder, usualChain(coin), coin, '200000')
  }
  type Asked = { productId?: number; fundId?: number; amount: string; days?: number; reinvest?: boolean }
  const buyFor = async (holder: Holder, order: Asked) => {
    const { card } = await holder.client.call(getProduct, { productId: order.productId ?? order.fundId ?? 0 })
    await holder.client.confirm()
    const bought = await holder.client.call(buyOrder, { ...order, card: card.hash })
    return { card: card.hash, orderId: bought.order.orderId }
  }
  const buy = (holder: Holder, reinvest: boolean) => buyFor(holder, { productId: 1, amount: '100', days: 7, reinvest })
  const lockUp = async (holder: Holder) => (await buyFor(holder, { productId: 5, amount: '1000', days: 90 })).orderId
  const leaving: number[] = []
  const book = async (what: (tx: Tx, arrival: Arrival) => Promise<unknown>, whole: number) => {
    const units = BigInt(whole) * 100_000_000n
    const transaction = `0x${whole.toString(16).padStart(64, '0')}`
    const at = app.clock.now()
    const arrival = { productId: fundId, units, chain: 'bsc', transaction, reason: 'a test', at } as const
    await app.db.transaction((tx) => what(tx, arrival))
  }
  const withdraw = async (holder: Holder, amount: string) => {
    const code = holder.code()
    await holder.client.confirm()
    return (await holder.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount, code })).id
  }

  beforeAll(async () => {
    chain = await testChain()
    app = await testApp()
    const { db, clock } = app
    chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
    const payer = createPayer({ db, clock, chains })
    jobs = async () => {
      await chain.mine(15)
      await watchNetworks({ db, clock, chains })
      await payer.run()
      await makeDemoTrades(db, clock.now())
      await settle(db, clock.now())
    }
    await seedRows(db, clock)
    for (const asset of coins) {
      const from = outside(usualChain(asset))
      const postings = [{ from, to: company('capital'), asset, units: 20_000_000n * 100_000_000n }]
      await db.transaction((tx) => post(tx, { key: `capital:${asset}`, at: clock.now(), postings }))
    }
    expect(await seedMoney(db, clock)).toBe(true)
    mallory = await newHolder(app)
    vera = await newHolder(app)
    for (const { walletId } of [mallory, vera]) await passGates(app.db, walletId)
    await fund(mallory)
    await fund(vera)
    await buy(vera, true)
    await buy(mallory, false)
    leaving.push(await lockUp(vera), await lockUp(mallory))
    for (const holder of [vera, mallory]) await buyFor(holder, { fundId, amount: '1000' })
    clock.advance(2 * dayMs)
    await jobs()
    // Fund transfers, a loss and a gain. The gain first recovers the loss. Jobs below distribute the rest.
    await book(bookSend, 500)
    await book(bookLoss, 20)
    await book(bookProfit, 100)
    await withdraw(vera, '20')
    await bait()
    // The checks join all postings with accounts a thousand times and need planner statistics.
    await db.query('ANALYZE')
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })

  async function learn(orders: { orderId: number; card: string }[], withdrawals: number[]): Promise<void> {
    const records = await app.db.query<{ id: bigint }>(
      'SELECT p.id FROM record p JOIN balance a ON a.id = p.credit WHERE a.holder = $1 LIMIT 3',
      [vera.walletId],
    )
    const [wallet] = await app.db.query<{ serial: bigint }>('SELECT serial FROM wallet WHERE id = $1', [vera.walletId])
    const deposit = await depositAddressOf(app.db, vera.walletId, wallet?.serial ?? 0n)
    Object.assign(known, {
      amount: ['10', '50', '100', '9999.99', '20000', '10000.01', '90000000000', '0', '-5', '1e30', '0.001', 5],
      orderId: [...orders.map(({ orderId }) => orderId), 1, 2, 0, 999_999],
      id: [...withdrawals, 1, ...records.map(({ id }) => `${id}`), '9999999999999999999', 0],
      productId: [1, 2, 1, 3, 20, 22, 26, 30, 34, 40, 45, undefined],
      fundId: [undefined, undefined, undefined, 34],
      nodeId: [undefined, undefined, undefined, 45, 34],
      leastShares: [undefined, '0'],
      region: ['SG', 'DE'],
      holderSeed: ['mine'],
      days: [7, 1, 30, 15, 0, 3650],
      card: [orders[0]?.card, '', 'x'],
      reinvest: [true, false, 'true'],
      sideMax: [undefined, '100000', '0', '99999999999'],
      chain: ['bsc', 'eth', 'tron'],
      coin: [...coins, 'POWER', 'ATM'],
      address: [chain.hotAddress, deposit, chain.networks[0]?.tokens.USDT, home],
      walletId: [vera.walletId, mallory.walletId],
      sponsorId: [vera.walletId],
      walletPassword: [testPassword, 'Wrong1password'],
      currentPassword: [testPassword, 'Wrong1password'],
      newPassword: ['Another5heron'],
      repeatPassword: ['Another5heron'],
      frozen: [false, true],
      remark: ['mine'],
      nickname: ['Mallory'],
      language: ['en'],
      cursor: ['', '0', '999999999999999999', '99999999999999999999', `' OR 1=1 --`],
      state: ['running', 'over', 'earning'],
      line: ['dual', 'fund'],
      kind: ['coin', 'power'],
      purpose: ['create', 'restore', 'backup'],
    })
  }
  async function bait(): Promise<void> {
    refresh(vera)
    refresh(mallory)
    const orders = [await buy(vera, true), await buy(mallory, true)]
    await learn(orders, [await withdraw(vera, '1500'), await withdraw(mallory, '1500')])
  }
  const odd = () => dice.pick(['', 'x', 'pool:dual', vera.walletId, -1, 0, {}, [], null, true])

  function valueFor(name: string, isBent: boolean): unknown {
    const values = known[name]
    if (name === 'code' || name === 'currentCode') return isBent && dice.chance(0.5) ? '000000' : mallory.code()
    if (!values || (isBent && dice.chance(0.1))) return odd()
    return isBent ? values[dice.below(values.length)] : values[0]
  }

  const honest = (name: string) => {
    if (['orderId', 'id'].includes(name)) return known[name]?.[1]
    return name in known || /code$/i.test(name) ? valueFor(name, false) : undefined
  }

  function inputFor(contract: Contract, isHonest: boolean): Record<string, unknown> {
    const names = Object.keys((contract.input as { entries?: Record<string, unknown> }).entries ?? {})
    // Half of the attempts change at most one field, to get past validation. The rest randomize all fields.
    const bent = dice.chance(0.5) ? dice.pick([...names, 'none']) : 'all'
    const input = Object.fromEntries(
      names.map((name) => [name, isHonest ? honest(name) : valueFor(name, bent === 'all' || bent === name)]),
    )
    if (contract.path === redeem && (isHonest || dice.chance(0.7))) input.orderId = isHonest ? leaving[1] : leaving[0]
    if (contract.path === redeem && isHonest) delete input.amount
    if (typeof input.chain === 'string' && typeof input.address === 'string')
      Object.assign(input, mallory.sign(input.chain as 'bsc', input.address))
    if (isHonest || !dice.chance(0.3)) return input
    const other = vera.walletId
    return {
      ...input,
      wallet_id: other,
      holder: other,
      owner: 'pool:dual',
      to: 'house',
      units: '1',
      state: 'ended',
      fee: '0',
    }
  }

  /** Sends a call once, twice in parallel under one key, or with the other wallet's token. */
  async function attack(contract: Contract, isHonest: boolean): Promise<readonly string[]> {
    const input = inputFor(contract, isHonest)
    refresh(mallory)
    if (contract.access === 'money') await mallory.client.confirm()
    const stolen = !isHonest && dice.chance(0.15) ? { [headers.walletToken]: vera.client.line.walletToken } : {}
    const bent = { headers: { [headers.idempotencyKey]: randomUuid(), ...stolen } }
    const send = () => mallory.client.send(contract, input as never, bent)
    const answers = await Promise.all(dice.chance(0.3) ? [send(), send()] : [send()])
    return answers.map(({ envelope }) => envelope.msg)
  }

  async function revive(): Promise<void> {
    await app.db.query(
      'UPDATE wallet SET frozen_at = NULL, withdrawals_held_until = NULL, hold_reason = NULL WHERE id = $1',
      [mallory.walletId],
    )
    await app.db.query('DELETE FROM secret_attempts')
    refresh(mallory)
    await mallory.client.signIn(mallory.walletId, testPassword, mallory.code())
  }
  const others = () =>
    app.db.query(
      `SELECT 'account' AS what, id::text, balance::text AS state FROM balance WHERE holder <> $1
       UNION ALL SELECT 'order', id::text, concat_ws(' ', state, reinvest, base_units) FROM investment_order WHERE wallet_id <> $1
       UNION ALL SELECT 'withdrawal', id::text, state FROM withdrawal WHERE wallet_id <> $1
       UNION ALL SELECT 'address', wallet_id || chain, address FROM bound_address WHERE wallet_id <> $1
       UNION ALL SELECT 'wallet', id, concat_ws(' ', nickname, password_hash, frozen_at) FROM wallet WHERE id <> $1 AND depth = 0
       ORDER BY 1, 2`,
      [mallory.walletId],
    )
  const takenFromOthers = (after: bigint) =>
    app.db.query('SELECT p.id FROM record p JOIN balance d ON d.id = p.debit WHERE p.id > $1 AND d.holder <> $2', [
      after,
      mallory.walletId,
    ])
  const owned = () =>
    app.db.query<{ asset: number; units: string }>(
      `SELECT asset, sum(balance)::text AS units FROM balance WHERE holder = $1 AND asset <= ${coins.length} AND purpose <> 'promised'
       GROUP BY asset ORDER BY asset`,
      [mallory.walletId],
    )

  it('holds after every attempt: books clean, nobody else touched, no coin more, every promise covered', async () => {
    const ordered = contracts.toSorted((a, b) => last.indexOf(a.path) - last.indexOf(b.path))
    const done = new Set<string>()
    let tried = 0
    let writing = 0
    let jobsRun = 0
    for (const contract of ordered) {
      const after = await lastPosting(app.db)
      let isDone = false
      const names = Object.keys((contract.input as { entries?: Record<string, unknown> }).entries ?? {})
      if (contract.method === 'POST' && names.some((name) => ['orderId', 'id'].includes(name))) {
        await revive()
        await bait()
      }
      for (let count = 0; count < attempts[contract.method]; count += 1) {
        if (
          (count === 0 && contract.method === 'POST') ||
          last.includes(contract.path) ||
          contract.path === '/my/freeze'
        )
          await revive()
        const [untouched, mine] = [await others(), await owned()]
        const answers = await attack(contract, count === 0)
        tried += 1
        if (answers.includes('success')) done.add(contract.path)
        isDone ||= answers.includes('success')
        const what = `${contract.path}: ${answers.join()}`
        expect(answers, what).not.toContain('request.internal')
        if (!transfers.includes(contract.path)) {
          expect(await others(), what).toEqual(untouched)
          if (contract.path !== redeem) expect(await owned(), what).toEqual(mine)
          else
            for (const [index, { units }] of (await owned()).entries())
              expect(BigInt(units) <= BigInt(mine[index]?.units ?? 0), what).toBe(true)
        } else expect(await takenFromOthers(after), what).toEqual([])
        if (contract.method === 'GET') expect(await lastPosting(app.db), what).toBe(after)
        else expect(await violations(app.db, after, jobsEvery < 4), what).toEqual([])
        if (contract.path === '/my/password' && answers.includes('success')) await forgetPassword()
      }
      if (contract.method === 'GET') continue
      app.clock.advance((3 + dice.below(15)) * hourMs)
      writing += 1
      if (!isDone && writing % jobsEvery > 0) continue
      jobsRun += 1
      await jobs()
      expect(await violations(app.db, after), `the jobs after ${contract.path}`).toEqual([])
    }
    expect(tried).toBeGreaterThanOrEqual(contracts.length)
    expect(jobsRun).toBeGreaterThanOrEqual(Math.floor(writing / jobsEvery))
    // These calls must have succeeded once, because later attempts depend on them.
    for (const path of [
      '/invest/buy',
      '/invest/cancel',
      redeem,
      '/wallet/withdraw',
      '/wallet/withdraw-cancel',
      '/wallet/faucet',
    ])
      expect(done, [...done].join()).toContain(path)
  })

  const forgetPassword = () =>
    app.db.query('UPDATE wallet SET password_hash = (SELECT password_hash FROM wallet WHERE id = $2) WHERE id = $1', [
      mallory.walletId,
      vera.walletId,
    ])

  it('lets a suspended wallet out: it cancels what has not started, and nothing else', async () => {
    refresh(vera)
    const { orderId } = await buy(vera, true)
    await app.db.transaction((tx) =>
      setBan(tx, vera.walletId, { at: app.clock.now(), until: addMs(app.clock.now(), dayMs), reason: 'a test' }),
    )
    expect(await vera.client.refusal(contractOf('/invest/buy'), { productId: 1 })).toBe('identity.banned')
    const { envelope } = await vera.client.send(contractOf('/invest/cancel'), { orderId })
    expect(envelope.msg).toBe('success')
    expect(await violations(app.db, 0n)).toEqual([])
  })

  it.each(plants)('would be seen broken by %s', async (_, from, to, rule) => {
    const rollBack = new Error('only planted')
    const after = await lastPosting(app.db)
    const planted = app.db.transaction(async (tx) => {
      const place = async (name: string): Promise<bigint> => {
        const [owner = '', purpose = ''] = name.includes(' ') ? name.split(' ') : ['own', name]
        const holder = owner === 'other' ? vera.walletId : mallory.walletId
        const isHeld = owner === 'own' || owner === 'other'
        const [row] = await tx.query<{ id: bigint }>(
          `SELECT id FROM balance WHERE asset = 1 AND purpose = $1 AND ${isHeld ? 'holder = $2' : 'owner = $2'} LIMIT 1`,
          [purpose, isHeld ? holder : owner],
        )
        if (row) return row.id
        await tx.query(
          `SELECT books.find_accounts(0, $1, $2, '{1}', '{NULL}', (SELECT array_agg(number) FROM account_class WHERE name = books.class_of($3, $4)))`,
          [[owner], [purpose], owner, purpose],
        )
        return place(name)
      }
      const [debit, credited] = [await place(from), await place(to)]
      await tx.query('SET LOCAL ROLE glasshouse_ledger')
      await tx.query(
        `INSERT INTO books.posting (id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, happened_at)
         VALUES ($1, $1, $2, $3, 1, 0, 0, 1, -1, $4)`,
        [after + 1n, debit, credited, app.clock.now()],
      )
      await tx.query('SET LOCAL ROLE glasshouse')
      expect(await violations(tx, after, false)).toContainEqual(expect.objectContaining({ rule }))
      throw rollBack
    })
    await expect(planted).rejects.toBe(rollBack)
    expect(await violations(app.db, after, false)).toEqual([])
  })
})
