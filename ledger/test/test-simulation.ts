import { assetOf } from '#kit/amount/coins.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { audit, type Finding } from '../audit.store.ts'
import { checkEntry } from '../posting/check-entry.ts'
import type { Entry } from '../posting/entry.ts'
import { ledgerOf, ledgerWith, post } from '../posting/ledger.store.ts'
import { keepSome } from '../records/history.store.ts'
import { drawEntry, drawWrongEntry, modelLedger, wallets } from './test-world.ts'

export type Outcome = {
  readonly seed: number
  readonly operations: number
  readonly answers: Readonly<Record<string, number>>
  readonly differences: readonly string[]
  readonly findings: readonly Finding[]
}

const memoryMax = 5_000

/** Compares the ledger with a model under random operations. */
export async function simulate(db: Db, { seed, operations }: { seed: number; operations: number }): Promise<Outcome> {
  const dice = seededDice(seed)
  const world = new Simulation(db, dice)
  while (world.operations < operations) await world.round()
  await world.compareBalances()
  const { answers, differences } = world
  return { seed, operations: world.operations, answers, differences, findings: await audit(db) }
}

class Simulation {
  readonly answers: Record<string, number> = {}
  readonly differences: string[] = []
  operations = 0
  private readonly model = modelLedger()
  private readonly memory: Entry[] = []
  private readonly db: Db
  private readonly dice: Dice
  /** Submits in one lane, which decides in call order, as the model does. */
  private readonly inOrder: (entry: Entry) => Promise<string>

  constructor(db: Db, dice: Dice) {
    this.db = db
    this.dice = dice
    this.inOrder = ledgerWith(db, 1).submit
  }

  async round() {
    const drawn = this.dice.below(100)
    if (drawn < 70) await this.together()
    else if (drawn < 85) await this.inTransaction()
    else if (drawn < 90) await this.sameEntry()
    else await this.bothDoors()
    // Stores histories in random chunks; readers must see no change.
    const [least, most] = [this.dice.below(30), 1 + this.dice.below(200)]
    if (this.dice.chance(0.1)) await keepSome(this.db, this.dice.pick(wallets), { least, most })
  }

  private draw(taken: Set<string>): Entry {
    const fresh = `${this.operations}-${taken.size}`
    const old = this.dice.chance(0.1) && this.memory.length ? this.dice.pick(this.memory) : undefined
    if (!old || taken.has(old.key)) {
      const entry = this.dice.chance(0.03) ? drawWrongEntry(this.dice, fresh) : drawEntry(this.dice, fresh)
      taken.add(entry.key)
      return entry
    }
    taken.add(old.key)
    return this.dice.chance(0.5) ? { ...old, at: new Date(old.at.getTime() + 1000) } : drawEntry(this.dice, old.key)
  }

  private drawMany(most: number): Entry[] {
    const taken = new Set<string>()
    return Array.from({ length: 1 + this.dice.below(most) }, () => this.draw(taken))
  }

  private remember(entry: Entry) {
    if (this.memory.length < memoryMax) this.memory.push(entry)
    else this.memory[this.dice.below(memoryMax)] = entry
  }

  private expected(entry: Entry): string {
    try {
      checkEntry(entry)
    } catch {
      return 'no movement'
    }
    const verdict = this.model.submit(entry)
    if (verdict === 'posted') this.remember(entry)
    return verdict
  }

  private compare(entry: Entry, expected: string, got: string) {
    this.operations += 1
    this.answers[got] = (this.answers[got] ?? 0) + 1
    if (expected !== got) this.differences.push(`${entry.key}: the model says ${expected}, the ledger ${got}`)
  }

  private async together() {
    this.model.begin()
    const entries = this.drawMany(200)
    const got = await Promise.all(entries.map((entry) => this.inOrder(entry).catch(nameOf)))
    for (const [place, entry] of entries.entries()) this.compare(entry, this.expected(entry), `${got[place]}`)
  }

  private async inTransaction() {
    const entries = this.drawMany(8)
    const takeBack = this.model.begin()
    const wanted = this.dice.chance(0.8)
    const results: [Entry, string, string][] = []
    const work = this.db.transaction(async (tx) => {
      for (const entry of entries) {
        const expected = this.expected(entry)
        // A failed check precedes the database call. A database error ends the transaction.
        const got = await post(tx, entry).catch(nameOf)
        results.push([entry, expected, got])
      }
      if (!wanted) throw new Error('rolled back')
    })
    await work.catch(takeBack)
    for (const result of results) this.compare(...result)
  }

  private async sameEntry() {
    const entry = this.draw(new Set())
    const copies = Array.from({ length: 2 + this.dice.below(10) }, () => entry)
    const got = await Promise.all(copies.map((copy) => this.inOrder(copy).catch(nameOf)))
    for (const answer of got) this.compare(entry, this.expected(entry), answer)
  }

  /** Uses both entry points. Their order is read from the ledger afterwards. */
  private async bothDoors() {
    const entries = this.drawMany(60)
    const { submit } = ledgerOf(this.db)
    const ask = (entry: Entry) => (this.dice.chance(0.3) ? this.db.transaction((tx) => post(tx, entry)) : submit(entry))
    const got = await Promise.all(entries.map((entry) => ask(entry).catch(nameOf)))
    const posted = entries.filter((_, place) => got[place] === 'posted')
    const rows = await this.db.query<{ key: string }>('SELECT key FROM entry WHERE key = ANY ($1) ORDER BY id', [
      posted.map(({ key }) => key),
    ])
    const place = new Map(rows.map(({ key }, index) => [key, index]))
    for (const entry of posted.sort((a, b) => (place.get(a.key) ?? -1) - (place.get(b.key) ?? -1)))
      this.compare(entry, place.has(entry.key) ? this.expected(entry) : 'not written', 'posted')
    for (const [index, entry] of entries.entries()) {
      const answer = `${got[index]}`
      if (answer !== 'posted') this.compare(entry, answer === 'insufficient' ? answer : this.expected(entry), answer)
    }
  }

  async compareBalances() {
    const rows = await this.db.query<{ owner: string; purpose: string; asset: number; balance: bigint }>(
      'SELECT owner, purpose, asset, balance FROM balance',
    )
    const have = new Map(rows.map((row) => [`${row.owner} ${row.purpose} ${assetOf(row.asset)}`, row.balance]))
    for (const name of new Set([...have.keys(), ...this.model.balances.keys()])) {
      const [model, ledger] = [this.model.balances.get(name) ?? 0n, have.get(name) ?? 0n]
      if (model !== ledger) this.differences.push(`${name}: the model has ${model}, the ledger ${ledger}`)
    }
  }
}

function nameOf(error: unknown): string {
  if (error instanceof Refusal)
    return error.key === 'balance.insufficient'
      ? 'insufficient'
      : error.key === 'request.key_conflict'
        ? 'conflict'
        : error.key
  if (error instanceof Error && error.message.startsWith('this must hold: ')) return 'no movement'
  throw error
}
