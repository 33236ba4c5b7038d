import { describe, expect, it } from 'vitest'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import type { Kind } from '#proofs/tree/format.ts'
import { digestOf, publishedDay, sign } from '#proofs/tree/test-day.ts'
import type { OwnRecord } from './moved-since.ts'
import { checkOwn, type KeptProof, type OwnQuestion } from './own-proof.ts'

const ana = 'ANA0000000'
const assets = ['USDT', 'WLD', 'ATMC', 'ATMX']
const one = 100_000_000n
const owed: readonly (readonly [Kind, readonly bigint[]])[] = [
  ['available', [5n * one, 0n, 0n, 0n]],
  ['principal', [2n * one, 0n, 0n, 7n]],
  ['promised', [1n, 0n, 0n, 0n]],
]
const day = (
  name: string,
  options: { before?: ReturnType<typeof publishedDay>; key?: Uint8Array<ArrayBuffer>; owed?: typeof owed } = {},
) => {
  const made = publishedDay({
    day: name,
    assets,
    wallets: [{ owner: ana, owed: options.owed ?? owed }],
    house: [],
    capital: [0n, 0n, 0n, 0n],
    before: options.before?.published,
  })
  return { ...made, told: { day: name, ...(options.key ? sign(made.text, options.key) : made.published) } }
}
const first = day('2026-11-20')
const second = day('2026-11-21', { before: first })
const third = day('2026-11-22', { before: second })
const keptOf = ({ told }: typeof first): KeptProof => ({
  day: told.day,
  digest: digestOf(told.text),
  publicKey: told.publicKey,
})
const shown = [
  { coin: 'USDT', available: '5', held: '0', inOrders: '2', promised: '0.00000001', inMarkets: '0' },
  { coin: 'ATMX', available: '0', held: '0', inOrders: '0.00000007', promised: '0', inMarkets: '0' },
]
const question = (change: Partial<OwnQuestion> = {}): OwnQuestion => ({
  walletId: ana,
  mine: { latest: third.told, evidence: JSON.stringify(third.proof(ana)), since: [], unrecorded: [] },
  statements: [third, second, first].map(({ told }) => told),
  kept: undefined,
  shown,
  ...change,
})
const check = (change: Partial<OwnQuestion> = {}) => checkOwn(question(change), isSignedBy)
const mineOf = (made: typeof first, since: OwnQuestion['mine']['since'] = []) => ({
  latest: made.told,
  evidence: JSON.stringify(made.proof(ana)),
  since,
  unrecorded: [],
})

describe('one’s own proof', () => {
  it('is right where leaves, statements and what the app shows fit, and says what is proven', async () => {
    const found = await check({ kept: keptOf(first) })
    expect(found).toMatchObject({ is: 'right', day: '2026-11-22', keep: keptOf(third) })
    expect(found.is === 'right' && found.amounts).toEqual([
      { coin: 'USDT', kind: 'available', proven: '5', since: '0', shown: '5' },
      { coin: 'USDT', kind: 'principal', proven: '2', since: '0', shown: '2' },
      { coin: 'USDT', kind: 'promised', proven: '0.00000001', since: '0', shown: '0.00000001' },
      { coin: 'ATMX', kind: 'principal', proven: '0.00000007', since: '0', shown: '0.00000007' },
    ])
  })

  it('counts what moved since, out and in', async () => {
    const since: OwnQuestion['mine']['since'] = [
      { kind: 'available', coin: 'USDT', amount: '-1.5' },
      { kind: 'held', coin: 'USDT', amount: '1.5' },
    ]
    const now = [{ ...shown[0], available: '3.5', held: '1.5' }, shown[1]] as OwnQuestion['shown']
    expect((await check({ mine: mineOf(third, since), shown: now })).is).toBe('right')
  })

  it('is wrong where what moved since has no record, or a record moved nothing', async () => {
    const record = {
      id: '12346',
      coin: 'USDT',
      direction: 'out',
      amount: '1.5',
      account: 'available',
      counterpart: { kind: 'own', id: 'held' },
    } as const
    const since: OwnQuestion['mine']['since'] = [
      { kind: 'available', coin: 'USDT', amount: '-1.5' },
      { kind: 'held', coin: 'USDT', amount: '1.5' },
    ]
    const moved = [{ ...shown[0], available: '3.5', held: '1.5' }, shown[1]] as OwnQuestion['shown']
    const asked = { mine: mineOf(third, since), shown: moved }
    const counted = { ...record, id: '12345', amount: '7' }
    expect((await check({ ...asked, records: [record, counted] })).is).toBe('right')
    for (const records of [
      [],
      [counted],
      [{ ...record, id: '12347', counterpart: { kind: 'wallet', id: 'BEN' } }, record],
      [record, record],
    ])
      expect(await check({ ...asked, records })).toMatchObject({ is: 'wrong', why: 'differs' })
    const lowered = day('2026-11-22', {
      before: second,
      owed: [['available', [5n * one - 1n, 0n, 0n, 0n]], ...owed.slice(1)],
    })
    const made = mineOf(lowered, [{ kind: 'available', coin: 'USDT', amount: '0.00000001' }])
    const statements = [lowered, second, first].map(({ told }) => told)
    expect(await check({ mine: made, statements, records: [] })).toMatchObject({
      is: 'wrong',
      detail: 'since available USDT',
    })
    expect((await check({ records: [] })).is).toBe('right')
  })

  it('is wrong by a single unit, either way, and where nothing is proven of what is shown', async () => {
    for (const available of ['5.00000001', '4.99999999', '0'])
      expect(
        await check({ shown: [{ ...shown[0], available }, ...shown.slice(1)] as OwnQuestion['shown'] }),
      ).toMatchObject({ is: 'wrong', why: 'differs', detail: 'available USDT' })
    const left = await check({ mine: { latest: third.told, evidence: null, since: [], unrecorded: [] } })
    expect(left).toMatchObject({ is: 'wrong', why: 'differs' })
  })

  const left = (since: OwnQuestion['mine']['since'], unrecorded: OwnQuestion['mine']['unrecorded'] = []) => {
    const without = day('2026-11-22', { before: second, owed: owed.slice(0, 1) })
    const statements = [without, second, first].map(({ told }) => told)
    return check({ mine: { ...mineOf(without, since), unrecorded }, statements, records: [] })
  }
  const inOrders: OwnQuestion['mine']['since'] = [
    { kind: 'principal', coin: 'USDT', amount: '2' },
    { kind: 'promised', coin: 'USDT', amount: '0.00000001' },
    { kind: 'principal', coin: 'ATMX', amount: '0.00000007' },
  ]
  const silent = { id: '12350', at: '2026-11-22T23:30:00.000Z', ref: 'order:7' } as const

  it('is wrong where orders were left out of the tree, and what they have is said to have come since', async () => {
    expect(await left(inOrders)).toMatchObject({ is: 'wrong', why: 'differs', detail: 'since principal USDT' })
    const made = inOrders.map((each, place) => ({ ...silent, ...each, id: `${12_350 - place}` }))
    expect(await left(inOrders, made as OwnQuestion['mine']['unrecorded'])).toMatchObject({
      is: 'wrong',
      detail: 'principal USDT without a record',
    })
  })

  it('counts what orders have by records, and what is set aside for them by postings that have none', async () => {
    const promised = { ...silent, kind: 'promised', coin: 'USDT', amount: '0.00000001' } as const
    const bought = { id: '12349', direction: 'out', account: 'available', code: 8 } as const
    const order = { kind: 'order', id: '7', account: 'principal' } as const
    const asked = async (unrecorded: OwnQuestion['mine']['unrecorded']) => {
      const bare = day('2026-11-22', { before: second, owed: [['available', [7n * one, 0n, 0n, 7n]]] })
      const since: OwnQuestion['mine']['since'] = [
        ...inOrders,
        { kind: 'available', coin: 'USDT', amount: '-2' },
        { kind: 'available', coin: 'ATMX', amount: '-0.00000007' },
      ]
      return check({
        mine: { ...mineOf(bare, since), unrecorded },
        statements: [bare, second, first].map(({ told }) => told),
        records: [
          { ...bought, coin: 'USDT', amount: '2', counterpart: order },
          { ...bought, id: '12348', coin: 'ATMX', amount: '0.00000007', counterpart: order },
        ],
      })
    }
    expect(await asked([promised])).toMatchObject({ is: 'right', compared: true })
    expect(await asked([])).toMatchObject({ is: 'wrong', detail: 'since promised USDT' })
    expect(await asked([{ ...promised, id: '12345' }])).toMatchObject({ is: 'wrong' })
    expect(await asked(null)).toMatchObject({ is: 'right', compared: false })
  })

  it('is wrong where the app shows a coin that the statement does not name and that never came', async () => {
    const more = [
      ...shown,
      { coin: 'NEW', available: '1000000', held: '0', inOrders: '0', promised: '0', inMarkets: '0' },
    ]
    expect(await check({ shown: more })).toMatchObject({ is: 'wrong', why: 'differs', detail: 'available NEW' })
  })

  it('is wrong where a promise of one’s orders was given to somebody else in the tree', async () => {
    const without = owed.filter(([kind]) => kind !== 'promised')
    const moved = publishedDay({
      day: '2026-11-22',
      assets,
      wallets: [
        { owner: ana, owed: without },
        { owner: 'BEN0000000', owed: [['promised', [1n, 0n, 0n, 0n]]] },
      ],
      house: [],
      capital: [0n, 0n, 0n, 0n],
      before: second.published,
    })
    const told = { day: '2026-11-22', ...moved.published }
    const mine = { latest: told, evidence: JSON.stringify(moved.proof(ana)), since: [], unrecorded: [] }
    expect(await check({ mine, statements: [told, second.told, first.told] })).toMatchObject({
      is: 'wrong',
      why: 'differs',
      detail: 'promised USDT',
    })
  })

  it('is wrong where a leaf was altered, is somebody else’s, or the signature is', async () => {
    const proof = third.proof(ana)
    const altered = { ...proof, leaves: proof.leaves.map((leaf) => ({ ...leaf, nonce: '00'.repeat(32) })) }
    for (const evidence of [JSON.stringify(altered), '{', JSON.stringify(second.proof(ana))])
      expect(await check({ mine: { ...mineOf(third), evidence } })).toMatchObject({ is: 'wrong', why: 'tree' })
    expect(await check({ walletId: 'BEN0000000' })).toMatchObject({ is: 'wrong', why: 'tree' })
    const unsigned = { ...third.told, signature: second.told.signature }
    expect(await check({ mine: { ...mineOf(third), latest: unsigned } })).toMatchObject({ is: 'wrong', why: 'tree' })
  })

  it('is wrong where what this device kept was rewritten, is gone, or is by another key', async () => {
    const other = day('2026-11-21', { before: first, owed: [['available', [one, 0n, 0n, 0n]]] })
    const after = day('2026-11-22', { before: other })
    const rewritten = { mine: mineOf(after), statements: [after, other, first].map(({ told }) => told) }
    expect(await check(rewritten)).toMatchObject({ is: 'right' })
    const key = new Uint8Array(32).fill(1)
    const [thief, thiefBefore] = [day('2026-11-22', { before: second, key }), day('2026-11-21', { before: first, key })]
    const cases: readonly Partial<OwnQuestion>[] = [
      { ...rewritten, kept: keptOf(second) },
      { ...rewritten, kept: keptOf(third) },
      { kept: keptOf(day('2026-11-19')) },
      { kept: { ...keptOf(third), digest: digestOf('another') } },
      { mine: mineOf(thief), statements: [thief.told, thiefBefore.told], kept: keptOf(first) },
      { mine: mineOf(thief), statements: [thief.told, second.told] },
      { statements: [second.told, first.told] },
      { statements: [third.told, first.told] },
      { changed: '2026-11-20' },
      { mine: { latest: null, evidence: null, since: [], unrecorded: [] }, kept: keptOf(first) },
    ]
    for (const [place, each] of cases.entries())
      expect(await check(each), `case ${place}`).toMatchObject({ is: 'wrong', why: 'rewritten' })
  })

  it('is wrong where a chain keeps another digest of the day, and right where it keeps this one', async () => {
    const digest = digestOf(third.told.text)
    expect(await check({ onChain: digest })).toMatchObject({ is: 'right', keep: { digest } })
    for (const onChain of [digestOf(second.told.text), '0'.repeat(64), ''])
      expect(await check({ onChain }), onChain).toMatchObject({
        is: 'wrong',
        why: 'rewritten',
        detail: 'a chain keeps another statement of 2026-11-22',
      })
  })

  it('is none before the first day is over', async () => {
    expect(await check({ mine: { latest: null, evidence: null, since: [], unrecorded: [] } })).toEqual({ is: 'none' })
  })

  it('never takes what it cannot read for nothing: a coin left out of the tree and shown in another spelling is no right proof', async () => {
    // The statement omits WLD, so a lenient parser would miss the difference.
    for (const available of [
      '1e3',
      '0x3e8',
      ' 1000',
      '1000\n',
      '+1000',
      '-1000',
      '01000',
      '1,000',
      '１０００',
      '1000n',
      'Infinity',
      'NaN',
      '',
      '1'.repeat(100_000),
    ]) {
      const more = [...shown, { coin: 'WLD', available, held: '0', inOrders: '0', promised: '0', inMarkets: '0' }]
      const found = await check({ shown: more })
      expect(found.is, available.slice(0, 20)).toBe('wrong')
      expect(found).toMatchObject({ why: 'unreadable' })
    }
  })

  it('is unreadable where a coin, or what moved of it, is said twice', async () => {
    const [usdt] = shown
    if (!usdt) throw new Error('USDT is shown')
    expect(await check({ shown: [...shown, usdt] })).toMatchObject({ why: 'unreadable' })
    const moved = { kind: 'available', coin: 'USDT', amount: '0' } as const
    expect(await check({ mine: mineOf(third, [moved, moved]) })).toMatchObject({ why: 'unreadable' })
  })

  it('is unreadable where movements or records are in another spelling', async () => {
    const record = {
      id: '12346',
      coin: 'USDT',
      direction: 'in',
      amount: '1.5',
      account: 'available',
      counterpart: { kind: 'network', id: 'bsc' },
    } as const
    const now = [{ ...shown[0], available: '6.5' }, shown[1]] as OwnQuestion['shown']
    const moved = (amount: string): OwnQuestion['mine']['since'] => [{ kind: 'available', coin: 'USDT', amount }]
    const asked = (since: string, of: Partial<OwnRecord>) =>
      check({ mine: mineOf(third, moved(since)), shown: now, records: [{ ...record, ...of }] })
    expect((await asked('1.5', {})).is).toBe('right')
    for (const amount of ['15e-1', '+1.5', ' 1.5', '01.5', '1.5 ', '１.5', '1,5', '']) {
      expect(await asked(amount, {}), amount).toMatchObject({ why: 'unreadable' })
      expect(await asked('1.5', { amount }), amount).toMatchObject({ why: 'unreadable' })
    }
    expect(await asked('1.5', { amount: '-1.5' })).toMatchObject({ why: 'unreadable' })
    for (const id of ['0x303a', '12346.0', ' 12346', '012346', '1e5', '-12346', ''])
      expect(await asked('1.5', { id }), id).toMatchObject({ is: 'wrong' })
  })

  it('is wrong where evidence or statement is not in its one form', async () => {
    const { latest, evidence } = mineOf(third)
    for (const bent of [
      evidence.replace('"v":"POL1"', '"v":"POL1","v":"POL1"'),
      `${evidence} `,
      evidence.replace('"place":', '"place": '),
      evidence.replace('"amounts":["', '"amounts":["0'),
      '[]',
      'null',
      '',
    ])
      expect(await check({ mine: { ...mineOf(third), evidence: bent } }), bent.slice(0, 30)).toMatchObject({
        is: 'wrong',
      })
    const dated = { ...latest, day: '2026-11-23' }
    expect(await check({ mine: { ...mineOf(third), latest: dated } })).toMatchObject({ is: 'wrong' })
  })

  it('is wrong where a record that this device saw is gone, and where other figures stood on the screen', async () => {
    const record = {
      id: '12346',
      coin: 'USDT',
      direction: 'in',
      amount: '1',
      account: 'available',
      counterpart: { kind: 'network', id: 'bsc' },
    } as const
    const now = [{ ...shown[0], available: '6' }, shown[1]] as OwnQuestion['shown']
    const mine = mineOf(third, [{ kind: 'available', coin: 'USDT', amount: '1' }])
    const found = await check({ mine, shown: now, records: [record] })
    expect(found).toMatchObject({ is: 'right', keep: { newest: '12346' } })
    const kept = { ...keptOf(third), newest: '12346' }
    expect(await check({ kept, records: [] })).toMatchObject({ is: 'wrong', why: 'rewritten' })
    const figures = [
      { from: '/wallet/assets', when: 'before', coins: [{ coin: 'USDT', kind: 'available', amount: '1000' }] },
    ] as const
    expect(await check({ mine, shown: now, records: [record], figures })).toMatchObject({ why: 'differs' })
    const rows = [{ ...record, amount: '1000' }]
    expect(await check({ mine, shown: now, records: [record], rows })).toMatchObject({ why: 'differs' })
  })

  it('says what of it nobody but the company says: more in markets than shares explain, or a value above the price', async () => {
    const inMarkets = [{ ...shown[0], inMarkets: '1' }, shown[1]] as OwnQuestion['shown']
    expect(await check({ shown: inMarkets })).toMatchObject({ is: 'right', unproven: ['USDT'] })
    const dear = [shown[0], { ...shown[1], value: '5' }] as OwnQuestion['shown']
    const prices = new Map([['ATMX', '2']])
    expect(await check({ shown: dear, prices })).toMatchObject({ is: 'right', unproven: ['ATMX'] })
    expect(await check()).toMatchObject({ is: 'right', unproven: [] })
  })

  it('allows a value 10 % above the price, to the last unit, of all that is shown of a coin', async () => {
    const some = { ...shown[0], coin: 'USDT', available: '5', inOrders: '2' }
    const valued = (value: string, price?: string) =>
      check({
        shown: [{ ...some, value }, shown[1]] as OwnQuestion['shown'],
        prices: price === undefined ? undefined : new Map([['USDT', price]]),
      })
    expect(await valued('15.4', '2')).toMatchObject({ is: 'right', unproven: [] })
    expect(await valued('15.40000001', '2')).toMatchObject({ is: 'right', unproven: ['USDT'] })
    expect(await valued('99')).toMatchObject({ unproven: [] })
  })
})
