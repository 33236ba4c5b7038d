import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { testDb } from '#engine/test/test-db.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getOrder, getProduct, listIncomes } from '#features/investing/investing.contract.ts'
import { getHome, getMarket } from '#features/market/market.contract.ts'
import { getNotice, listNotices } from '#features/news/news.contract.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { openClock } from '#kit/time/clock.store.ts'
import { type Clock, dayMs, stoppedClock } from '#kit/time/clock.ts'
import { available, company, outside, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { guidePrice } from '#market/market.store.ts'
import { testApp } from '#server/test/test-app.ts'
import { operate } from '../../test/test-operator.ts'
import { help, readCommand, verbs } from './command-line.ts'
import { mostWords } from './usage.ts'
import { UsageError } from './verb.ts'

const one = 100_000_000n

async function bringCapital(db: Db, at: Date): Promise<void> {
  for (const asset of coins) {
    const from = outside(usualChain(asset))
    const postings = [{ from, to: company('capital'), asset, units: 20_000_000n * one }]
    await db.transaction((tx) => post(tx, { key: `capital:${asset}`, at, postings }))
  }
}

describe('what is typed', () => {
  it('is taken apart into verb, arguments and flags', () => {
    const typed = readCommand(['pool', 'fund', 'dual', 'USDT', '5', '--yes'])
    expect([typed.verb?.words, typed.args, typed.flags]).toEqual(['pool fund', ['dual', 'USDT', '5'], { yes: '' }])
    expect(readCommand(['settle', '--through', '2026-12-01']).flags).toEqual({ through: '2026-12-01' })
    expect(readCommand(['settle', '--through=2026-12-01']).flags).toEqual({ through: '2026-12-01' })
    expect(readCommand(['pool', 'fund', '-5', '--', '--yes'])).toMatchObject({ args: ['-5', '--yes'], flags: {} })
    expect(readCommand(['log', 'verify', '--key', '-aB']).flags).toEqual({ key: '-aB' })
    for (const key of [`-${'a'.repeat(42)}`, `--${'a'.repeat(41)}`, `---${'_'.repeat(40)}`])
      expect(readCommand(['approver', 'add', 'ada', key]).args, key).toEqual(['ada', key])
    for (const words of [
      ['settle', '--through'],
      ['settle', '--through', '--yes'],
      ['settle', '--trough', '2026-12-01'],
      ['settle', '--yes=1'],
    ])
      expect(() => readCommand(words), words.join(' ')).toThrow(UsageError)
    expect(readCommand(['fly']).verb).toBeUndefined()
  })

  it('is helped with every verb', () => {
    for (const { words, summary } of verbs) {
      expect(help()).toContain(words)
      expect(help()).toContain(summary)
    }
  })
})

describe("the operator's command line", () => {
  let db: Db
  let clock: Awaited<ReturnType<typeof openClock>>
  let agrees = true
  const type = (line: string) => operate({ db, clock }, line, { agrees })
  beforeAll(async () => {
    db = await testDb()
    clock = await openClock(db)
    await bringCapital(db, clock.now())
  })
  afterAll(async () => {
    clock.close()
    await db.close()
  })

  it('refuses words and flags that a verb has no use for, and keeps nothing of them', async () => {
    const before = (await operations(db, 1))[0]?.id
    for (const verb of verbs) {
      const most = mostWords(verb)
      if (most !== Number.POSITIVE_INFINITY) {
        const { code, text } = await type([verb.words, ...Array(most).fill('x'), 'Zoë'].join(' '))
        expect([code, text.split('\n')[0]], verb.words).toEqual([2, `${verb.words} has no use for “Zoë”`])
      }
      const [flag, word] = verb.words === 'settle' ? ['save', 'x'] : ['through', '2026-12-01']
      const { code, text } = await type(`${verb.words} --${flag} ${word}`)
      expect([code, text.split('\n')[0]], verb.words).toEqual([2, `--${flag} is no flag of ${verb.words}`])
    }
    expect((await operations(db, 1))[0]?.id).toBe(before)
    const texts = verbs.filter(
      (verb) => mostWords(verb) === Number.POSITIVE_INFINITY && !verb.usage.includes('<reason>'),
    )
    expect(texts.map(({ words, isPublic }) => [words, isPublic ?? false])).toEqual([
      ['suspense return', false],
      ['chat answer', false],
    ])
    expect(mostWords({ usage: '<number> [<approver> <signature>] [--key <public key>]' })).toBe(3)
  })

  it('says what it will do, asks before money moves, does it, says what it did, and logs it', async () => {
    const { code, text } = await type('pool fund dual USDT 5000 more is wanted')
    expect(code).toBe(0)
    expect(text).toBe(
      'will: move 5000 USDT of 20000000 USDT capital to pool dual (0 free): more is wanted\ndone: pool dual has 5000 USDT free\ndemo: signed by demo operators',
    )
    expect(await balanceOf(db, poolFree('dual'), 'USDT')).toBe(5_000n * one)
    const [logged] = await operations(db, 1)
    expect(logged).toMatchObject({
      verb: 'pool fund',
      args: { args: ['dual', 'USDT', '5000', 'more', 'is', 'wanted'] },
    })
    expect((await type('log verify')).text).toBe('The log holds: 1 operations.')
  })

  it('changes nothing when the answer is no, and does not ask with --yes', async () => {
    agrees = false
    expect((await type('pool fund dual WLD 5 more is wanted')).text).toContain('Nothing was changed.')
    expect(await balanceOf(db, poolFree('dual'), 'WLD')).toBe(0n)
    expect((await type('pool fund dual WLD 5 more is wanted --yes')).text).toContain('done: pool dual has 5 WLD free')
    agrees = true
  })

  it('refuses more than the capital, by name, and logs nothing', async () => {
    const before = await operations(db, 100)
    const { code, text } = await type('pool fund dual USDT 20000000 more is wanted')
    expect(code).toBe(1)
    expect(text.split('\n').at(-1)).toBe('refused: balance.insufficient coin=USDT')
    expect(await operations(db, 100)).toEqual(before)
  })

  it('names what it does not understand', async () => {
    for (const [line, hint] of [
      ['pool fund dual BTC 5', 'coin: one of USDT, WLD, ATMC, ATMX'],
      ['pool fund duel USDT 5', 'line: one of dual'],
      ['pool fund dual USDT -5', 'amount: a number above 0'],
      ['clock advance soon', 'how far: like 9d, 3h or 30m'],
      ['notice publish /nowhere.json', 'cannot be read'],
      ['faucet NOTAWALLET 5 USDT', 'not a wallet ID'],
      ['withdrawal approve 7', 'No withdrawal 7 waits'],
      ['withdrawal refuse 7', 'needs its reason'],
    ] as const) {
      const { code, text } = await type(line)
      expect([code, text.includes(hint)], `${line}: ${text}`).toEqual([2, true])
    }
  })

  it('seeds a market, and says what it holds', async () => {
    expect((await type('market seed USDT-ATMC 1000 20000 a market opens')).text).toContain(
      'holds 1000 USDT and 20000 ATMC',
    )
    expect((await type('capital')).text).toContain('market USDT-ATMC')
  })

  it('publishes a notice once', async () => {
    // A fixed file name, because a random one may look like a wallet ID.
    const file = join(mkdtempSync(join(tmpdir(), 'notice-')), 'hello.json')
    writeFileSync(
      file,
      JSON.stringify({ en: { title: 'Hello', body: 'World' }, 'zh-Hans': { title: '你好', body: '世界' } }),
    )
    expect((await type(`notice publish ${file}`)).text).toContain('notice 1 is published')
    expect((await type(`notice publish ${file}`)).text).toContain('published before, as notice 1')
    writeFileSync(file, JSON.stringify({ en: { title: '' } }))
    expect((await type(`notice publish ${file}`)).code).toBe(2)
  })

  it('moves the clock, for everybody who shares the database', async () => {
    const before = clock.now().getTime()
    expect((await type('clock advance 3d')).code).toBe(0)
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(3 * dayMs)
    expect((await type('settle')).text).toContain('0 days settled')
    expect((await type('settle --through soon')).code).toBe(2)
  })

  it('finds the books in order, and says so when they are not', async () => {
    expect((await type('ledger verify')).text).toMatch(/^Everything holds: \d+ postings, 0 orders\.$/)
  })
})

describe('the demo’s beginning', () => {
  it('waits for capital to arrive on chain, then funds the pool and opens every market, once', async () => {
    const db = await testDb()
    const clock: Clock = stoppedClock(new Date('2026-11-21T10:00:00Z'))
    await seedRows(db, clock)
    await seedRows(db, clock)
    expect(await seedMoney(db, clock)).toBe(false)
    await bringCapital(db, clock.now())
    expect(await seedMoney(db, clock)).toBe(true)
    const [before] = await db.query('SELECT count(*) AS count FROM record')
    expect(await Promise.all([seedMoney(db, clock), seedMoney(db, clock)])).toEqual([true, true])
    expect((await db.query('SELECT count(*) AS count FROM record'))[0]).toEqual(before)
    expect(await balanceOf(db, poolFree('dual'), 'USDT')).toBe(50_000n * one)
    expect(await guidePrice(db, 'WLD-ATMX', clock.now())).toBeDefined()
    await db.close()
  })
})

describe('the product on the demo’s data, over the wire', () => {
  it('sells an order, runs it while the operator moves the clock, and pays it out', async () => {
    const db = await testDb()
    const clock = await openClock(db)
    await seedRows(db, clock)
    await bringCapital(db, clock.now())
    await seedMoney(db, clock)
    const { client, close } = await testApp({ db, clock })
    const caller = client()
    const { walletId } = await caller.createWallet()
    await passGates(db, walletId)
    await give(db, walletId, { USDT: 500n, ATMC: 200n }, clock.now())
    await caller.confirm()
    const { card, quote } = await caller.call(getProduct, { productId: 1, amount: '100', days: 7 })
    expect(quote).toMatchObject({ interest: '0.1', problem: null })
    const bought = { productId: 1, amount: '100', days: 7, reinvest: false, card: card.hash }
    const { order } = await caller.call(buyOrder, { ...bought, sideMax: quote?.side ?? '0' })
    expect(await caller.refusal(buyOrder, { ...bought, card: '' })).toBe('invest.conditions_not_met')
    expect(await caller.refusal(buyOrder, { ...bought, amount: '1.005' })).toBe('field.format')

    const advanced = await operate({ db, clock }, 'clock advance 9d')
    expect(advanced.code).toBe(0)
    expect(advanced.text).toContain('dual accrue 1')
    const detail = await caller.call(getOrder, { orderId: order.orderId })
    expect(detail.order).toMatchObject({ state: 'ended', paidIncome: '0.1' })
    expect((await caller.call(listIncomes, { kind: 'power' })).items).toHaveLength(8)
    const { items } = await caller.call(getMarket, {})
    expect(items.map(({ coin, price }) => [coin, price !== null])).toEqual([
      ['WLD', true],
      ['ATMC', true],
      ['ATMX', true],
    ])
    expect(items[0]?.rise).not.toBeNull()
    const home = await caller.call(getHome, {}, { params: { lang: 'zh-CN' } })
    expect(home.notices.map(({ title }) => title)).toContain('欢迎使用演示版')
    expect(home.links.map(({ id }) => id)).toContain('white_paper')
    const notices = await caller.call(listNotices, {})
    expect((await caller.call(getNotice, { noticeId: notices.items[0]?.id ?? 0 })).textLanguage).toBe('en')
    expect(await caller.refusal(getNotice, { noticeId: 99 })).toBe('news.missing')
    const verified = await operate({ db, clock }, 'ledger verify')
    expect(verified.code, verified.text).toBe(0)
    clock.close()
    await close()
  })
})

async function give(db: Db, walletId: WalletId, purse: Partial<Record<Coin, bigint>>, at: Date): Promise<void> {
  for (const asset of coins) {
    const units = (purse[asset] ?? 0n) * one
    const postings = [{ from: outside('bsc'), to: available(walletId), asset, units, code: 2 }]
    if (units > 0n) await db.transaction((tx) => post(tx, { key: `give:${walletId}:${asset}`, at, postings }))
  }
}
