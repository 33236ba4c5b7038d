import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeOf } from '#kit/test/test-size.ts'
import { dayMs } from '#kit/time/clock.ts'
import { createWalletRecords, type RecordPorts } from './wallet-records.ts'
import { copyName, type DeviceWallet } from './wallet-rows.ts'

const wallet = (walletId: string, more: Partial<DeviceWallet> = {}): DeviceWallet => ({
  walletId,
  name: `Name of ${walletId}`,
  hint: '',
  activated: false,
  sealedPhrase: `p1.salt.iv.words-of-${walletId}`,
  ...more,
})
const like = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function device(rest: () => Promise<void> = async () => {}, hasLocks = true) {
  const rows = new Map<string, unknown>()
  const state = { text: null as string | null, now: 1_000, key: 'key', full: false }
  const aside: { name: string; value: unknown }[] = []
  const damages: string[] = []
  let queue = Promise.resolve<unknown>(undefined)
  const sealed = (key: string, name: string, text: string) => `v1.${key}.${name}.${text}.end`

  const ports: RecordPorts = {
    rows: {
      async all() {
        await rest()
        return new Map(rows)
      },
      async swap(walletId, was, next) {
        await rest()
        if (!like(rows.get(walletId), was)) return false
        if (next === undefined) rows.delete(walletId)
        else rows.set(walletId, next)
        return true
      },
    },
    copy: {
      read: () => state.text,
      write: (text) => {
        if (state.full) throw new DOMException('full', 'QuotaExceededError')
        state.text = text
      },
    },
    async seal(name, text) {
      await rest()
      return sealed(state.key, name, text)
    },
    async open(name, text) {
      await rest()
      const begin = `v1.${state.key}.${name}.`
      if (!text.startsWith(begin) || !text.endsWith('.end')) throw new Error('does not open')
      return text.slice(begin.length, -'.end'.length)
    },
    async putAside(name, value) {
      await rest()
      aside.push({ name, value })
    },
    alone(_, work) {
      if (!hasLocks) return work()
      const next = queue.then(work, work)
      queue = next.catch(() => undefined)
      return next
    },
    now: () => state.now,
    ready: async () => undefined,
    onDamage: (damage) => damages.push(damage),
  }
  const copyOf = (value: unknown) => sealed(state.key, copyName, JSON.stringify(value))
  return { rows, state, aside, damages, copyOf, tab: () => createWalletRecords(ports) }
}

const phraseOf = (wallets: readonly DeviceWallet[], walletId: string): string | undefined =>
  wallets.find((each) => each.walletId === walletId)?.sealedPhrase

describe('tabs over one device', () => {
  type Step = {
    readonly tab: number
    readonly wallet: number
    readonly act: 'keep' | 'name' | 'activate' | 'reseal' | 'load'
  }
  const step: fc.Arbitrary<Step> = fc.record({
    tab: fc.nat(2),
    wallet: fc.nat(3),
    act: fc.constantFrom('keep', 'name', 'activate', 'reseal', 'load'),
  })

  async function play(s: fc.Scheduler, steps: readonly Step[], hasLocks: boolean): Promise<void> {
    const { tab, rows, damages, aside } = device(() => s.schedule(Promise.resolve()), hasLocks)
    const tabs = [tab(), tab(), tab()]
    const kept = new Set<string>()
    const activated = new Set<string>()
    const named = new Map<string, string>()
    const sealed = new Map<string, string>()
    let count = 0

    const run = async ({ tab: at, wallet: nth, act }: Step): Promise<void> => {
      const records = tabs[at] ?? tab()
      const id = `W${nth}`
      count += 1
      const text = `p1.salt.iv.${id}-${count}`
      const name = `name ${count}`
      if (act === 'load') await records.load()
      if (act === 'keep') await records.change(id, (known) => known ?? wallet(id), true)
      if (act === 'keep') kept.add(id)
      const change = (facts: Partial<DeviceWallet>, done: () => void) =>
        records.change(id, (known) => {
          if (known) done()
          return known && { ...known, ...facts }
        })
      if (act === 'name') await change({ name }, () => named.set(id, name))
      if (act === 'activate') await change({ activated: true }, () => activated.add(id))
      if (act === 'reseal') await change({ sealedPhrase: text }, () => sealed.set(id, text))
    }
    const tabOf = ({ tab: at, wallet: nth, act }: Step) =>
      act === 'name' ? nth % 3 : act === 'reseal' ? (nth + 1) % 3 : at
    const lanes = [0, 1, 2].map((at) =>
      steps.filter((each) => tabOf(each) === at).map((each) => ({ ...each, tab: at })),
    )
    const done = Promise.all(
      lanes.map(async (lane) => {
        for (const each of lane) await run(each)
      }),
    )
    await s.waitFor(done)
    const found = await s.waitFor(tab().load())
    expect(found.map(({ walletId }) => walletId).toSorted()).toEqual([...kept].toSorted())
    for (const each of found) {
      expect(each).toEqual(
        wallet(each.walletId, {
          name: named.get(each.walletId) ?? `Name of ${each.walletId}`,
          activated: activated.has(each.walletId),
          sealedPhrase: sealed.get(each.walletId) ?? `p1.salt.iv.words-of-${each.walletId}`,
        }),
      )
    }
    rows.clear()
    expect(await s.waitFor(tab().load())).toEqual(found)
    expect([damages, aside]).toEqual([[], []])
  }

  const numRuns = sizeOf(import.meta.url, { least: 150, turn: 5000, all: 5000 })
  it('loses no wallet, no words and no fact, whatever they do at the same time', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 14 }), (s, steps) => play(s, steps, true)),
      { numRuns },
    ))

  it('loses none where the browser has no locks either', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 14 }), (s, steps) => play(s, steps, false)),
      { numRuns },
    ))

  it('keeps the wallet another tab made when a tab renames, backs up or makes its own (F1)', async () => {
    const { tab } = device()
    const [a, b] = [tab(), tab()]
    await a.change('W1', () => wallet('W1'), true)
    await a.load()
    await b.change('W2', () => wallet('W2'), true)
    await a.change('W1', (known) => known && { ...known, name: 'Renamed' })
    await a.change('W1', (known) => known && { ...known, activated: true })
    await a.change('W3', () => wallet('W3'), true)
    const found = await tab().load()
    expect(found.map(({ walletId }) => walletId).toSorted()).toEqual(['W1', 'W2', 'W3'])
    expect(phraseOf(found, 'W2')).toBe('p1.salt.iv.words-of-W2')
    expect(found.find(({ walletId }) => walletId === 'W1')).toMatchObject({ name: 'Renamed', activated: true })
  })

  it('forgets a wallet only by its removal, and no tab brings it back', async () => {
    const { tab, state, rows } = device()
    const [a, b] = [tab(), tab()]
    for (const id of ['W1', 'W2']) await a.change(id, () => wallet(id), true)
    const before = state.text
    await a.forget('W2')
    await b.change('W2', (known) => known && { ...known, name: 'Late' })
    await b.change('W1', (known) => known && { ...known, name: 'Other' })
    expect((await b.load()).map(({ walletId }) => walletId)).toEqual(['W1'])
    // A late copy from another tab must not restore the wallet.
    state.text = before
    expect((await b.load()).map(({ walletId }) => walletId)).toEqual(['W1'])
    expect(state.text).not.toContain('words-of-W2')
    expect(JSON.stringify([...rows])).not.toContain('words-of-W2')
    state.now += 2 * dayMs
    await b.load()
    expect([...rows.keys()]).toEqual(['W1'])
    await a.change('W2', () => wallet('W2'), true)
    expect((await b.load()).map(({ walletId }) => walletId).toSorted()).toEqual(['W1', 'W2'])
  })
})

describe('what an app before this one kept', () => {
  it('is taken over as it is, in its order, without a word of damage', async () => {
    const { tab, state, copyOf, rows, damages, aside } = device()
    const old = [wallet('W2', { hint: 'striped', activated: true, hasPasskey: true }), wallet('W1')]
    state.text = copyOf(old)
    expect(await tab().load()).toEqual(old)
    expect([...rows.keys()].toSorted()).toEqual(['W1', 'W2'])
    await tab().change('W1', (known) => known && { ...known, name: 'New name' })
    expect((await tab().load()).map(({ walletId, name }) => [walletId, name])).toEqual([
      ['W2', 'Name of W2'],
      ['W1', 'New name'],
    ])
    expect([damages, aside]).toEqual([[], []])
  })

  it('in an old tab that is still open adds what is new there, and takes nothing away', async () => {
    const { tab, state, copyOf } = device()
    await tab().change('W1', () => wallet('W1'), true)
    await tab().change('W2', () => wallet('W2'), true)
    state.text = copyOf([wallet('W3'), wallet('W1')])
    expect((await tab().load()).map(({ walletId }) => walletId).toSorted()).toEqual(['W1', 'W2', 'W3'])
  })
})

describe('a copy that was damaged', () => {
  const garbage: readonly unknown[] = ['garbage', '', 'v1.', 'v9.newer', null, 7, {}, { format: 2, later: true }, []]

  it('costs no wallet: the other copy has it, and what was damaged is put aside', async () => {
    for (const value of garbage) {
      for (const where of ['text', 'row'] as const) {
        const { tab, state, rows, aside, damages } = device()
        for (const id of ['W1', 'W2'])
          await tab().change(id, () => wallet(id, { hint: 'h', activated: id === 'W1' }), true)
        const before = await tab().load()
        if (where === 'row') rows.set('W1', value)
        else state.text = typeof value === 'string' ? value : JSON.stringify(value)
        const damaged = where === 'row' ? value : state.text
        expect(await tab().load()).toEqual(before)
        expect(damages).toContain('value')
        expect(damages).not.toContain('wallet')
        expect(aside.map((each) => each.value)).toContain(damaged)
        damages.length = 0
        expect(await tab().load()).toEqual(before)
        expect(damages).toEqual([])
        state.text = null
        expect(await tab().load()).toEqual(before)
      }
    }
  })

  it('by a key of the device that is lost leaves the words, and says so once', async () => {
    const { tab, state, damages, aside } = device()
    await tab().change('W1', () => wallet('W1', { hint: 'striped' }), true)
    state.key = 'another'
    expect(await tab().load()).toEqual([wallet('W1', { name: 'W1' })])
    expect(damages).toContain('wallet')
    expect(aside.length).toBeGreaterThan(0)
    damages.length = 0
    expect(phraseOf(await tab().load(), 'W1')).toBe('p1.salt.iv.words-of-W1')
    expect(damages).toEqual([])
  })

  it('in both places is kept aside, and the wallet stays in the list', async () => {
    const { tab, state, rows, damages, aside } = device()
    await tab().change('W1', () => wallet('W1'), true)
    const [row, text] = [rows.get('W1'), state.text]
    rows.set('W1', 'garbage')
    state.text = 'garbage'
    expect((await tab().load()).map(({ walletId }) => walletId)).toEqual(['W1'])
    expect(damages).toContain('wallet')
    expect(aside.map(({ value }) => value)).toEqual(expect.arrayContaining(['garbage']))
    expect([row, text]).not.toContain(undefined)
  })

  it('that a full device refuses to write changes nothing that is kept', async () => {
    const { tab, state } = device()
    await tab().change('W1', () => wallet('W1'), true)
    state.full = true
    await tab().change('W2', () => wallet('W2'), true)
    await tab().change('W1', (known) => known && { ...known, activated: true })
    expect((await tab().load()).map(({ walletId, activated }) => [walletId, activated]).toSorted()).toEqual([
      ['W1', true],
      ['W2', false],
    ])
    state.full = false
    await tab().load()
    expect(state.text).toContain('words-of-W2')
  })
})
