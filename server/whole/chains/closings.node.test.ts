import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '#kit/test/test-size.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { routes } from '../../calls/routes.ts'
import { closesNothing, closings, shutBy } from '../../reference/closings.ts'
import type { TestApp } from '../../test/test-app.ts'
import { newCaller } from '../../test/test-closing-calls.ts'
import { closers } from '../../test/test-closings.ts'
import { openMarket } from '../../test/test-funds.ts'
import { openShop } from '../../test/test-shop.ts'

/** These calls need state the test lacks. The call's own error proves that it was reached. */
const reachedOnly = [
  'POST /my/address-bind',
  'POST /my/address-change',
  'POST /invest/reservation-pay',
  'POST /invest/accelerate',
  'POST /invest/draw',
  'POST /mining/compensate',
  'POST /wallet/passkey-ask',
  'POST /wallet/passkey-check',
  'POST /upload',
]
const nameOf = ({ method, path }: Contract): string => `${method} ${path}`
/** Signing out is last, because it ends the session. */
const calls = routes(true)
  .map(({ contract }) => contract)
  .toSorted(({ path }, other) => Number(path === '/login/out') - Number(other.path === '/login/out'))

describe('what is closed, against every call', () => {
  let chain: TestChain
  let app: TestApp
  const answersOpen = new Map<string, string>()
  beforeAll(async () => {
    app = (await openShop()).app
    await openMarket(app, app.clock.now())
    chain = await testChain()
    await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    for (const [name, msg] of await round()) answersOpen.set(name, msg)
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })

  /** @returns each call's message */
  async function round(closing = '', asked: readonly Contract[] = calls): Promise<Map<string, string>> {
    const { client, walletId, inputs } = await newCaller(app)
    const reopen = await closers[closing]?.(app, walletId)
    const answers = new Map<string, string>()
    // No closing may block password proofs.
    await client.confirm()
    for (const contract of asked) {
      const input = await inputs[nameOf(contract)]?.()
      const { envelope } = await client.send(contract, (input ?? {}) as never)
      answers.set(nameOf(contract), envelope.msg)
    }
    await reopen?.()
    return answers
  }

  it('is tried with calls that succeed while everything is open', async () => {
    const { inputs } = await newCaller(app)
    const refused = Object.keys(inputs).filter((name) => answersOpen.get(name) !== 'success')
    expect(refused).toEqual(reachedOnly)
  })

  /** Tests all calls that a closing blocks and a share of the others. `npm test -- --all` tests all. */
  const parts = sizeOf(import.meta.url, { least: 8, turn: 3, all: 1 })
  const askedOf = (closing: (typeof closings)[number], place: number): readonly Contract[] =>
    calls.filter((contract, nth) => shutBy(closing, contract) || nth % parts === place % parts)

  it.each(closings.map((closing, place) => ({ ...closing, place })))('$name', async ({ place, ...closing }) => {
    const asked = askedOf(closing, place)
    const answers = await round(closing.name, asked)
    const table = asked.map((contract) => [
      nameOf(contract),
      shutBy(closing, contract) ?? answersOpen.get(nameOf(contract)),
    ])
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(table))
  })

  it('is open again afterwards', async () => {
    expect(await round()).toEqual(answersOpen)
  })
})

describe('the table of what is closed', () => {
  it('has every setting there is: as one that closes, or as one that closes nothing', () => {
    const files = globSync(
      '{kit,ledger,identity,outside,market,custody,days,products,team,proofs,otc,features,server,db}/**/*.ts',
    )
    const declared = files
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/ = setting\b.*\(\{\s*name: '([^']+)'/g)])
      .map(([, name = '']) => name)
    const closing = new Set(closings.flatMap(({ setting }) => setting ?? []))
    expect([...closing, ...Object.keys(closesNothing)].toSorted()).toEqual(declared.toSorted())
    expect(declared.length).toBeGreaterThan(25)
  })

  it('says of each how it is set, and shuts a call or says so on a screen', () => {
    expect(Object.keys(closers)).toEqual(closings.map(({ name }) => name))
    for (const closing of closings) {
      const shut = calls.filter((contract) => shutBy(closing, contract))
      expect(shut.length > 0, closing.name).toBe(closing.keys.length > 0)
      expect(shut.length + closing.says.length, closing.name).toBeGreaterThan(0)
    }
  })
})
