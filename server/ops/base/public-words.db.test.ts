import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedRows } from '#db/seed-demo.ts'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { firstWrongLine } from '#features/proof/checks/check-changes.ts'
import { shownChange } from '#features/proof/figures/shown-change.ts'
import { listChanges } from '#features/proof/proof.contract.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { propose } from '#identity/operators/operator-proposals.store.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { reportIncident } from '#outside/chains/incident.store.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { newParty, type Party } from '../../test/test-funds.ts'
import { operate } from '../../test/test-operator.ts'
import { openKeyFile } from './operator-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'public-words-'))
const nickname = 'Zoë Marlow'

describe('what everybody reads of what operators do to a wallet', () => {
  let app: TestApp
  let party: Party
  const type = (line: string, name = 'ada') => operate(app, `${line} --as ${join(folder, name)}`, { demo: false })
  const told = async () => {
    const { items } = await app.client().call(listChanges, {})
    expect(firstWrongLine(items, isSignedBy)).toBeUndefined()
    return items
  }

  beforeAll(async () => {
    app = await testApp()
    party = await newParty(app)
    expect((await party.client.send(renameWallet, { nickname })).envelope.code).toBe(0)
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`)
      await type(`operator add ${name}`, name)
    }
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: 12_345_600_000n } as const]
    await app.db.transaction((tx) => post(tx, { key: 'brought', at: app.clock.now(), postings }))
  })
  afterAll(() => app.close())

  it('is the verb, the amount and the reason, when it is proposed and when it is done; never whose it is or what they have', async () => {
    const { walletId } = party
    const lines: readonly (readonly [string, string])[] = [
      [
        `coin import ${walletId} 31 USDT an old book`,
        'give 31 USDT of capital, for what it had in an older system, to a wallet: an old book',
      ],
      [`coin import ${walletId} 4 ATM an old book`, 'give 4 ATM of an older system to a wallet: an old book'],
      [`coin reward ${walletId} 22.5 USDT found a fault`, 'give 22.5 USDT of capital to a wallet: found a fault'],
      [`power import ${walletId} 7 an old book`, 'give 7 POWER of an older system to a wallet: an old book'],
      [`power give ${walletId} 2 a fault of ours`, 'give 2 POWER to a wallet: a fault of ours'],
      [`power take ${walletId} 3 given twice`, 'take 3 POWER from a wallet: given twice'],
      [`ban suspend ${walletId} 10d stolen coins`, 'suspend a wallet for 10d: stolen coins'],
      [`ban withdrawals ${walletId} 30d court order 7`, 'stop the withdrawals of a wallet for 30d: court order 7'],
      [
        `ban lift ${walletId} withdrawals the court took it back`,
        'lift the ban of withdrawals of a wallet: the court took it back',
      ],
    ]
    for (const [line, words] of lines) {
      const number = /^proposed: (\d+):/m.exec((await type(line)).text)?.[1]
      expect((await type(`approve ${number}`, 'ben')).text, line).toContain('done:')
      const [done, proposed] = await told()
      const [verb, noun] = line.split(' ')
      expect([done?.verb, done?.proposal]).toEqual([`${verb} ${noun}`, Number(number)])
      expect(done && shownChange(done)).toEqual({ typed: '', lines: [words], isPart: true })
      expect(proposed && shownChange(proposed)).toEqual({ typed: '', lines: [`${number}: ${words}`], isPart: true })
      expect([done?.args, done?.changed, done?.salt, proposed?.args, proposed?.salt]).toEqual(Array(5).fill(null))
    }
    const warned = await type(`ban warn ${walletId} please stop this`)
    expect(warned.text).toContain('done:')
    const all = await told()
    expect(all[0] && shownChange(all[0])?.lines).toEqual(['warn a wallet: please stop this'])
    const text = JSON.stringify(all)
    // The current value and the proposal's digest would reveal the wallet.
    const [kept] = (await operations(app.db, 1)).map(({ changed }) => JSON.stringify(changed))
    expect(kept).toContain(walletId)
    const proposals = await app.db.query<{ hash: string }>('SELECT hash FROM operator_proposal')
    expect(proposals.length).toBeGreaterThanOrEqual(lines.length)
    for (const secret of [walletId, nickname, '53.5', ...proposals.map(({ hash }) => hash)])
      expect(text, secret).not.toContain(secret)
    expect((await type('log verify')).text).toContain('The log holds')
  })

  it('tells no more where a wallet is none of everybody’s business, nor of what was refused before it was written', async () => {
    const { walletId } = await newParty(app)
    expect((await type(`session end ${walletId} a phone was lost`)).text).toContain('done:')
    const [line] = await told()
    expect([line?.verb, line?.told, line?.changed]).toEqual(['session end', null, null])
    const before = (await told()).length
    expect((await type(`coin reward ${walletId} 1000 USDT found a fault`)).text).toContain('proposed:')
    expect((await told()).length).toBe(before + 1)
  })

  it('is the end of an incident with its kind and what was found, without its facts', async () => {
    const { db, clock } = app
    const { walletId } = party
    for (const halts of [true, false]) {
      const detail = { wallet: walletId, payment: 'p77' }
      const kind = halts ? 'address_changed' : 'payment_stuck'
      await reportIncident(db, { chain: 'bsc', kind, halts, detail, at: clock.now() })
      const found = (await type('incident list')).text.match(/^(\d+) /m)?.[1] ?? ''
      for (const [reason, hint] of [
        ['', 'reason: why'],
        [`${nickname} was paid`, 'looks like the nickname'],
        [`${walletId} was paid`, 'looks like a wallet ID'],
      ] as const)
        expect((await type(`incident resolve ${found} ${reason}`.trim())).text).toContain(hint)
      const proposed = await type(`incident resolve ${found} the key was looked at`)
      const number = /^proposed: (\d+):/m.exec(proposed.text)?.[1]
      if (halts) expect((await type(`approve ${number}`, 'ben')).text).toContain('withdrawals on bsc go on')
      const [line] = await told()
      const stands = halts ? 'withdrawals stand still' : 'withdrawals go on'
      expect([line?.verb, line?.args, line?.changed]).toEqual(['incident resolve', null, null])
      expect(line && shownChange(line)?.lines).toEqual([
        `close incident ${found} on bsc, ${kind}, ${stands}: the key was looked at`,
      ])
    }
    const text = JSON.stringify(await told())
    for (const secret of [walletId, nickname, 'p77']) expect(text).not.toContain(secret)
  })

  it('is no name in why a proposal is refused, of whichever wallet the proposal is about', async () => {
    const { walletId } = party
    const grouped = `${walletId.slice(0, 5)}-${walletId.slice(5)}`.toLowerCase()
    const proposeBy = async (line: string) => /^proposed: (\d+):/m.exec((await type(line)).text)?.[1]
    const ofWithdrawal = { verb: 'withdrawal refuse', args: ['7', 'no'], flags: {}, guard: 'two' } as const
    const signer = await openKeyFile(join(folder, 'ada'), undefined, undefined)
    const asked = { ...ofWithdrawal, will: [`give back: 7  2026-11-26T10:00  ${walletId}  5 USDT on bsc`] }
    const numbers = [
      await proposeBy(`coin reward ${grouped} 1 USDT a fault`),
      await proposeBy(`ban lift ${walletId} warning it is over`),
      `${(await app.db.transaction((tx) => propose(tx, asked, signer))).id}`,
    ]
    for (const number of numbers) {
      expect(number).toBeDefined()
      const before = (await told()).length
      const refused = await type(`proposal refuse ${number} ${nickname} found nothing`, 'ben')
      expect([refused.code, refused.text.includes('looks like the nickname')], refused.text).toEqual([2, true])
      expect((await told()).length).toBe(before)
      expect((await type(`proposal refuse ${number} nothing was found`, 'ben')).code).toBe(0)
      const [line] = await told()
      expect(line && shownChange(line)?.lines).toEqual([`refuse proposal ${number}: nothing was found`])
    }
  })

  it('is nothing that a verb has no use for, and no word that leads to a person', async () => {
    const { walletId } = party
    const before = (await told()).length
    for (const [line, hint] of [
      [`operator end ben as ${walletId} (Zoë Marlow) asked`, 'operator end has no use for “as”'],
      [`operator add ada ${walletId}`, 'public key'],
      [`switch off withdrawal bsc.USDT 2h a node is down --through ${walletId}`, '--through is no flag of switch off'],
      [`product open 1 it is ready --from ${walletId}`, ''],
      [`settle --through ${walletId}`, '--through: a day like'],
      ['operator end a123456789t', 'looks like a wallet ID'],
      [`operator add of-12345-6789t ${'A'.repeat(43)}`, 'looks like a wallet ID'],
      [`link set telegram https://t.me/${walletId}`, 'looks like a wallet ID'],
      [`link set telegram https://example.org/?mail=zoe@example.org`, 'looks like a mail address'],
    ] as const) {
      const { code, text } = await type(line)
      expect([code === 0, text.includes(hint)], `${line}: ${text}`).toEqual([false, true])
    }
    expect((await told()).length).toBe(before)
    const asked = {
      verb: 'operator end',
      args: ['ben', 'as', nickname, 'asked'],
      flags: {},
      guard: 'two',
      will: [],
    } as const
    const signer = await openKeyFile(join(folder, 'ada'), undefined, undefined)
    const { id } = await app.db.transaction((tx) => propose(tx, asked, signer))
    expect((await type(`approve ${id}`, 'ben')).text).toContain('operator end has no use for “as”')
    expect((await told()).length).toBe(before)
    expect((await type('link set telegram https://example.org/@glasshouse')).text).toContain('proposed:')
    expect((await type(`operator add cleo ${'Ab1-_'.repeat(8)}Ab1`)).text).toContain('proposed:')
  })

  it('has a reason, in which nobody is named', async () => {
    const { walletId } = party
    const before = (await told()).length
    const verbs = [
      (reason: string) => `coin import ${walletId} 1 USDT ${reason}`,
      (reason: string) => `coin reward ${walletId} 1 USDT ${reason}`,
      (reason: string) => `power give ${walletId} 1 ${reason}`,
      (reason: string) => `power take ${walletId} 1 ${reason}`,
      (reason: string) => `ban warn ${walletId} ${reason}`,
      (reason: string) => `ban suspend ${walletId} 1h ${reason}`,
      (reason: string) => `ban withdrawals ${walletId} 1h ${reason}`,
      (reason: string) => `ban lift ${walletId} suspension ${reason}`,
    ]
    for (const verb of verbs)
      for (const [reason, hint] of [
        ['', 'reason: why'],
        [`as ${walletId} asked`, 'looks like a wallet ID'],
        ['zoe@example.org complained', 'looks like a mail address'],
        [`of ${nickname.toUpperCase()}, found`, 'looks like the nickname'],
        [`owner ${walletId.slice(0, 5)}-${walletId.slice(5)} lost it`, 'looks like a wallet ID'],
        [`ID${walletId} again`, 'looks like a wallet ID'],
      ] as const) {
        const { code, text } = await type(verb(reason).trim())
        expect([code, text.includes(hint)], `${verb(reason)}: ${text}`).toEqual([2, true])
      }
    expect((await told()).length).toBe(before)
  })
})

describe('what everybody reads of company money, products and feeds', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
    await seedRows(app.db, app.clock)
  })
  afterAll(() => app.close())

  it('has a reason, in which nobody is named', async () => {
    const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
    const typed = [
      'pool fund dual USDT 5',
      'pool close dual USDT',
      'market seed USDT-ATMC 10 200',
      'market notice USDT-ATMC 5',
      'market take-back USDT-ATMC',
      'product open 1',
      'product terms 1 minimum=20 7d.rate=0.0012',
      'product quota 1 5000',
      'product reservation 1 on',
      `fund venue 34 bsc ${address}`,
      'fund nav 34',
      'feed limit 0.05 10',
      'feed release WLD',
    ]
    for (const line of typed)
      for (const [reason, hint] of [
        ['', 'reason: why'],
        ['as 123456789T asked', 'looks like a wallet ID'],
        ['as ana@example.org asked', 'looks like a mail address'],
        [`for ${address}`, 'looks like an address on a chain'],
      ] as const) {
        const { code, text } = await operate(app, `${line} ${reason}`.trim())
        expect([code, text.includes(hint)], `${line} ${reason}: ${text}`).toEqual([2, true])
      }
    expect((await app.client().call(listChanges, {})).items).toEqual([])
  })
})
