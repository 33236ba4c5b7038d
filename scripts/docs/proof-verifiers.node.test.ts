import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '#kit/test/test-size.ts'
import type { Kind, Proof, Published } from '#proofs/tree/format.ts'
import { publishedDay, sign as signText, type TestOwner } from '#proofs/tree/test-day.ts'
import { checkFollows, checkHouse, checkProof, checkWritten, readStatement } from '../../docs/proof/verify.mjs'
import { launchBrowser } from '../run/chromium.ts'
import { root } from '../run/command.ts'
import { type Case, proofVectorsText } from './tables/proof-vectors.ts'

const folder = join(root, 'docs/proof')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const runs = sizeOf(import.meta.url, { least: 20, turn: 60, all: 1_000 })

type Question = Omit<Case, 'ok' | 'name'>
/** The verified debts as text, or an error. */
async function askNode({ statement, other, owner }: Question): Promise<string> {
  try {
    const said = await readStatement(statement)
    if (Array.isArray(other)) await checkHouse(said, other)
    else if (other && typeof other === 'object' && 'text' in other) {
      const before = other as Published
      await checkFollows(said, await readStatement(before), before.text)
    } else if (other && typeof other === 'object' && 'jsonrpc' in other)
      await checkWritten(statement.text, (other as unknown as { result: string }).result)
    else if (other) return owedText(await checkProof(said, other as Proof, owner ?? ''))
    return 'ok'
  } catch {
    return 'refused'
  }
}
const owedText = (owed: object): string =>
  Object.entries(owed)
    .map(([kind, amounts]) => `${kind}: ${(amounts as readonly unknown[]).join(' ')}`)
    .join(', ')

/** Undefined without Python. */
function askPython(questions: readonly Question[]): readonly string[] | undefined {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('')
  const { status, stdout, error } = spawnSync('python3', [join(folder, 'verify.py'), '--cases'], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  if (error || status === 127) return undefined
  expect(status).toBe(0)
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const { ok, owed } = JSON.parse(line)
      return ok ? (owed ? owedText(owed) : 'ok') : 'refused'
    })
}

/** A page on disk that contains only the verifier. */
let page: Page | undefined
let browser: Browser | undefined
beforeAll(async () => {
  browser = await launchBrowser()
  const text = `${read('verify.mjs')}\nglobalThis.verifier = { checkFollows, checkHouse, checkProof, checkWritten, readStatement }`
  const path = join(mkdtempSync(join(tmpdir(), 'verifier-')), 'verify.html')
  writeFileSync(path, `<!doctype html><meta charset="utf-8"><script type="module">${text}</script>`)
  page = await browser.newPage()
  await page.goto(`file://${path}`)
})
afterAll(() => browser?.close())

async function askBrowser(questions: readonly Question[]): Promise<readonly string[]> {
  const found: string[] = []
  for (let from = 0; from < questions.length; from += 50)
    found.push(...((await page?.evaluate(findAll, questions.slice(from, from + 50))) ?? []))
  return found
}

/** Runs in the page, without access to this module. */
async function findAll(questions: readonly Question[]): Promise<string[]> {
  const { verifier } = globalThis as unknown as { verifier: typeof import('../../docs/proof/verify.mjs') }
  const found: string[] = []
  for (const { statement, other, owner } of questions)
    try {
      const said = await verifier.readStatement(statement)
      const what = other as { text?: string; jsonrpc?: string; result: string } | undefined
      if (Array.isArray(other)) await verifier.checkHouse(said, other)
      else if (what?.text !== undefined) {
        const before = other as Published
        await verifier.checkFollows(said, await verifier.readStatement(before), before.text)
      } else if (what?.jsonrpc) await verifier.checkWritten(statement.text, what.result)
      else if (other) {
        const owed = await verifier.checkProof(said, other as Proof, owner ?? '')
        found.push(
          Object.entries(owed)
            .map(([kind, amounts]) => `${kind}: ${amounts.join(' ')}`)
            .join(', '),
        )
        continue
      }
      found.push('ok')
    } catch {
      found.push('refused')
    }
  return found
}

/** Without Python, compares with the known answers. */
async function agreed(questions: readonly Question[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const question of questions) found.push(await askNode(question))
  expect(await askBrowser(questions)).toEqual(found)
  const other = askPython(questions)
  if (other) expect(other).toEqual(found)
  return found
}

it('the known answers are those of the code, and all three verifiers agree with them', async () => {
  expect(read('vectors.json')).toBe(proofVectorsText())
  const { statements, others, cases } = JSON.parse(read('vectors.json'))
  const questions = cases.map(({ statement, other, owner }: { statement: number; other?: number; owner?: string }) => ({
    statement: statements[statement],
    ...(other === undefined ? {} : { other: others[other] }),
    ...(owner === undefined ? {} : { owner }),
  }))
  const found = await agreed(questions)
  for (const [place, { name, ok }] of (cases as Case[]).entries()) expect(found[place] !== 'refused', name).toBe(ok)
})

it('a signed text has one form: all three refuse any other, however it is signed', async () => {
  const wallets: TestOwner[] = [{ owner: 'W1', owed: [['available', [5n]]] }]
  const { text } = publishedDay({ day: '2026-11-21', assets: ['USDT'], wallets, house: [], capital: [0n] })
  const bent = (from: string | RegExp, to: string): string => {
    const made = text.replace(from, to)
    expect(made).not.toBe(text)
    return made
  }
  const hostile = [
    bent('{"v":"POL1"', '{"v":"POL1","v":"POL1"'),
    bent('{"v":"POL1"', '{ "v":"POL1"'),
    bent(/$/, '\n'),
    bent('"v":"POL1"', '"v":"\\u0050OL1"'),
    bent(/"log2":(\d+)/, '"log2":$1.0'),
    bent(/"log2":(\d+)/, '"log2":$1e0'),
    bent('"v":"POL1"', '"v":"POL1","more":1e3'),
    bent('"v":"POL1"', '"v":"POL1","more":-0'),
    bent('"v":"POL1"', '"v":"POL1","more":0.5'),
    bent('"v":"POL1"', '"v":"POL1","more":9007199254740993'),
    bent('"owed":["5"]', '"owed":["05"]'),
    bent('"owed":["5"]', '"owed":[5]'),
    bent('"owed":["5"]', '"owed":["5\\n"]'),
    bent('"owed":["5"]', '"owed":["٥"]'),
    bent('"owed":["5"]', '"owed":["0x5"]'),
    bent('"owed":["5"]', '"owed":[" 5"]'),
    bent('"owed":["5"]', '"owed":["5","0"]'),
    bent('"assets":["USDT"]', '"assets":["USDT","USDT"]'),
    bent(/"cut":"\d+"/, '"cut":"1e3"'),
    bent(/"cut":"\d+"/, '"cut":5'),
    bent(/"day":"[^"]+"/, '"day":"2026-11-２1"'),
  ]
  const questions = [text, ...hostile].map((each) => ({ statement: signText(each) }))
  const found = await agreed(questions)
  expect(found[0]).toBe('ok')
  for (const [place, each] of hostile.entries()) expect(found[place + 1], each).toBe('refused')
  // The last character has unused bits, so only one spelling is valid.
  const statement = signText(text)
  for (const name of ['signature', 'publicKey'] as const) {
    const last = statement[name].at(-1) ?? ''
    const other = String.fromCharCode(last.charCodeAt(0) + 1)
    const respelled = { ...statement, [name]: statement[name].slice(0, -1) + other }
    expect(await agreed([{ statement: respelled }]), name).toEqual(['refused'])
  }
})

it('the verifiers can be read, and need nothing', () => {
  expect(read('verify.mjs').trim().split('\n').length).toBeLessThan(165)
  expect(read('verify.mjs')).not.toMatch(/^\s*import |require\(/m)
  expect([...read('verify.mjs').matchAll(/import\('([^']+)'\)/g)].map(([, name]) => name)).toEqual(['node:fs'])
  const imports = [...read('verify.py').matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name)
  expect(imports).toEqual(['base64', 'hashlib', 'json', 're', 'sys'])
})

describe('any tree', () => {
  const amount = fc.oneof(fc.constant(0n), fc.bigInt(0n, 1_000n), fc.bigInt(0n, 2n ** 63n - 1n))
  const kind = fc.constantFrom<Kind>('available', 'held', 'principal', 'promised')
  const assetsOf = fc.integer({ min: 1, max: 5 }).map((coins) => ['USDT', 'WLD', 'ATMC', 'ATMX', 'B2'].slice(0, coins))
  const owners = (coins: number) => {
    const amounts = fc.array(amount, { minLength: coins, maxLength: coins })
    const owed = fc.uniqueArray(fc.tuple(kind, amounts), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
    return fc
      .array(owed, { minLength: 2, maxLength: 12 })
      .map((all) => all.map((each, place): TestOwner => ({ owner: `W${place}`, owed: each })))
  }
  const worlds = assetsOf.chain((assets) => owners(assets.length).map((wallets) => ({ assets, wallets })))
  const sampled = (count: number) => fc.sample(worlds, { numRuns: count, seed: 20_261_121 })
  const make = ({ assets, wallets }: { assets: string[]; wallets: TestOwner[] }, seed: number) =>
    publishedDay({
      day: '2026-11-21',
      assets,
      wallets,
      house: [],
      capital: assets.map(() => 0n),
      seed: new Uint8Array(32).fill(seed % 256),
    })

  it('is proven to each of its owners, by all three verifiers', async () => {
    const questions: Question[] = []
    const owed: string[] = []
    for (const [place, world] of sampled(Math.ceil(runs / 5)).entries()) {
      const { published, proof } = make(world, place)
      for (const each of world.wallets.slice(0, 5)) {
        questions.push({ statement: published, other: proof(each.owner), owner: each.owner })
        owed.push(owedText(Object.fromEntries(each.owed)))
      }
    }
    expect(await agreed(questions)).toEqual(owed)
  })

  it('is not proven by anything that was altered', async () => {
    const questions: Question[] = []
    const chosen = fc.sample(fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 }), { numRuns: runs, seed: 7 })
    const [world] = sampled(1)
    if (!world) throw new Error('there is one')
    const { published, proof } = make(world, 1)
    for (const numbers of chosen) {
      const owner = `W${(numbers[0] ?? 0) % world.wallets.length}`
      questions.push({ statement: published, other: altered(proof(owner), numbers), owner })
    }
    expect(new Set(await agreed(questions))).toEqual(new Set(['refused']))
  })
})

function altered(proof: Proof, [, which = 0, what = 0, where = 0]: readonly number[]): Proof {
  const leaf = proof.leaves[which % proof.leaves.length]
  if (!leaf) throw new Error('a proof has leaves')
  const level = where % leaf.path.length
  const sibling = Buffer.from(leaf.path[level] ?? '', 'base64url')
  const byte = where % sibling.length
  sibling[byte] = (sibling[byte] ?? 0) ^ (1 << (where % 8))
  const nonce = Buffer.from(leaf.nonce, 'hex')
  nonce[where % 32] = (nonce[where % 32] ?? 0) ^ (1 << (where % 8))
  const coin = where % leaf.amounts.length
  const changes: Partial<Proof['leaves'][number]>[] = [
    { path: leaf.path.with(level, sibling.toString('base64url')) },
    { path: leaf.path.slice(0, -1) },
    { path: [...leaf.path, ...leaf.path.slice(0, 1)] },
    { path: leaf.path.with(level, (leaf.path[level] ?? '').slice(1)) },
    { nonce: nonce.toString('hex') },
    { amounts: leaf.amounts.with(coin, `${BigInt(leaf.amounts[coin] ?? 0) + 1n}`) },
    { amounts: leaf.amounts.with(coin, `-${leaf.amounts[coin]}`) },
    { kind: leaf.kind === 'held' ? 'promised' : 'held' },
    { place: leaf.place ^ (1 << level) },
  ]
  const leaves = proof.leaves.map((each) => (each === leaf ? { ...leaf, ...changes[what % changes.length] } : each))
  return { ...proof, leaves }
}
