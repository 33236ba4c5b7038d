import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlState } from '#engine/sql-state.server.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { operate } from '../../test/test-operator.ts'

/** Simulates an attacker with the product's database login. */
describe('whoever has the product’s sign-in where real coins are', () => {
  let app: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'by-hand-'))
  const type = (line: string, name = 'ada') => operate(app, `${line} --as ${join(folder, name)}`, { demo: false })
  const both = async (line: string) =>
    type(`approve ${/^proposed: (\d+):/m.exec((await type(line)).text)?.[1] ?? ''}`, 'ben')
  beforeAll(async () => {
    app = await testApp()
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`, { demo: false })
      await type(`operator add ${name}`, name)
    }
    await app.db.exec(
      `INSERT INTO home_link VALUES ('official_site', 'https://ours.example');
       INSERT INTO article VALUES ('ours', 'news', now(), NULL); INSERT INTO article_text VALUES ('ours', 'en', 'Ours', '[]', 'x');
       INSERT INTO notice (published_at, texts, text_hash) VALUES (now(), '{"en":{"title":"Ours","body":"Ours"}}', 'x');
       INSERT INTO setting VALUES ('home.frames', '[]'), ('sales.stops', '{}');
       SELECT note_real_coins()`,
    )
  })
  afterAll(() => app.close())

  /** @returns the SQLSTATE, or "done" */
  const byHand = async (script: string): Promise<string> => {
    const outcome = await app.db.exec(`BEGIN; ${script}; COMMIT`).then(
      () => 'done',
      (error: unknown) => sqlState(error) ?? String(error),
    )
    await app.db.exec('ROLLBACK')
    return outcome
  }

  it.each([
    'UPDATE demo_clock SET offset_ms = offset_ms + 1',
    'UPDATE demo_clock SET stands_at = now()',
    'DELETE FROM demo_clock',
    'DELETE FROM demo_clock; INSERT INTO demo_clock (offset_ms) VALUES (86400000)',
  ])('moves no clock: %s', async (script) => {
    expect(await byHand(script)).toBe('GH005')
    expect(await app.db.query('SELECT offset_ms::int4 AS ms, stands_at AS at FROM demo_clock')).toEqual([
      { ms: 0, at: null },
    ])
  })

  it.each([
    `INSERT INTO notice (published_at, texts, text_hash) VALUES (now(), '{"en":{"title":"Send coins","body":"here"}}', 'y')`,
    `UPDATE notice SET texts = '{"en":{"title":"Send coins","body":"here"}}'`,
    'DELETE FROM notice',
    `INSERT INTO article VALUES ('theirs', 'news', now(), 'https://theirs.example')`,
    `UPDATE article SET link = 'https://theirs.example'`,
    `UPDATE article_text SET title = 'Send coins'`,
    'DELETE FROM article',
    'DELETE FROM article_text',
    `INSERT INTO home_link VALUES ('world_id', 'https://theirs.example')`,
    `UPDATE home_link SET target = 'https://theirs.example'`,
    'UPDATE home_link SET target = NULL',
    'DELETE FROM home_link',
    `UPDATE venue_address SET address = '0xtheirs'`,
    'DELETE FROM venue_address',
    `INSERT INTO setting VALUES ('withdrawals.approvals', '1')`,
    `UPDATE setting SET value = '[]' WHERE name = 'home.frames'`,
    `DELETE FROM setting`,
    `UPDATE setting SET name = 'sales.stops' WHERE name = 'home.frames'`,
    `UPDATE setting SET name = 'withdrawals.approvals' WHERE name = 'sales.stops'`,
    `SET LOCAL glasshouse.word = 'one'; UPDATE home_link SET target = 'https://theirs.example'`,
  ])('says nothing for the company: %s', async (script) => {
    expect(await byHand(script)).toBe('GH005')
  })

  it('stops sales and opens them again: the company does that by itself', async () => {
    expect(await byHand(`UPDATE setting SET value = '{"WLD": "reserves"}' WHERE name = 'sales.stops'`)).toBe('done')
  })

  it('leaves notices, links and settings to the command line, which writes them as ever', async () => {
    expect((await both('setting set transfers.scope team a wave of thefts')).text).toContain('transfers.scope is')
    const file = join(folder, 'notice.json')
    writeFileSync(file, JSON.stringify({ en: { title: 'We are open', body: 'Come in.' } }))
    expect((await type(`notice publish ${file}`)).text).toContain('is published')
    expect((await type('link set official_site nowhere')).text).toContain('leads to nowhere')
    expect((await both('link set official_site https://new.example')).text).toContain('leads to https://new.example')
    expect((await type('content remove ours')).text).toContain('ours is removed')
  })
})
