import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentFolder, demoArticles } from '#db/demo-articles.server.ts'
import { getArticle, listEcology, listNews, listWebHosts } from '#features/news/news.contract.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { webHosts } from '#kit/web-hosts.ts'
import { languages } from '#locales/registry.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { TestClient } from '../../test/test-client.ts'
import { operate } from '../../test/test-operator.ts'

type Entries = Readonly<Record<string, string>>
const article = (entries: Entries, body = 'Some words.') => {
  const all = { language: 'en', kind: 'news', slug: 'one', title: 'One', date: '2026-11-20', ...entries }
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  return `---\n${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n---\n\n${body}\n`
}

describe('content', () => {
  let app: TestApp
  let client: TestClient
  let folder: string
  const write = (files: Readonly<Record<string, string | Uint8Array>>) => {
    rmSync(folder, { recursive: true, force: true })
    for (const [path, text] of Object.entries({ ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  const type = (line: string) => operate(app, line)
  const slugs = async () => (await client.call(listNews, {})).items.map(({ slug }) => slug)

  beforeAll(async () => {
    app = await testApp()
    client = app.client()
    folder = join(mkdtempSync(join(tmpdir(), 'content-')), 'in')
  })
  afterAll(() => app.close())
  beforeEach(() => app.db.exec('DELETE FROM article'))

  it('is imported from a folder, read in each language with English behind, and imported once', async () => {
    write({
      'en/one.md': article({}, 'First words.\n\nSee [two](two.md).'),
      'ur/one.md': article({ language: 'ur', title: 'ایک' }, 'پہلے الفاظ۔'),
      'two.md': article({ slug: 'two', kind: 'article', title: 'Two' }, '> [!OPERATOR] Your name.'),
    })
    const first = await type(`content import ${folder}`)
    expect(first.code, first.text).toBe(0)
    expect(first.text).toContain('will: add one in ur: "ایک"')
    expect(first.text).toContain('3 texts are imported, 0 were there already')
    expect(first.text).toContain('1 places are left to you')

    const { items } = await client.call(listNews, {})
    expect(items).toEqual([
      { slug: 'one', title: 'One', opening: 'First words.', publishedAt: '2026-11-20T00:00:00.000Z' },
    ])
    const inUrdu = { params: { lang: 'ur' } }
    expect((await client.call(listNews, {}, inUrdu)).items[0]).toMatchObject({ title: 'ایک', opening: 'پہلے الفاظ۔' })
    expect(await client.call(getArticle, { slug: 'one' }, inUrdu)).toMatchObject({ textLanguage: 'ur', title: 'ایک' })
    expect(await client.call(getArticle, { slug: 'two' }, inUrdu)).toMatchObject({
      textLanguage: 'en',
      kind: 'article',
      blocks: [],
    })
    expect(await client.refusal(getArticle, { slug: 'three' })).toBe('news.article_missing')
    expect(await client.refusal(getArticle, { slug: '' })).toBe('field.required')

    expect((await type(`content import ${folder}`)).text).toContain('All 3 texts are there already')
    write({ 'en/one.md': article({ title: 'One again' }) })
    expect((await type(`content import ${folder}`)).text).toContain('change one in en: "One again"')
    expect((await client.call(getArticle, { slug: 'one' })).title).toBe('One again')
    expect((await type('content list')).text).toContain('2026-11-20  news     one  en, ur')
    expect((await type('content remove one')).code).toBe(0)
    expect(await client.refusal(getArticle, { slug: 'one' })).toBe('news.article_missing')
    expect((await type('content remove one')).text).toContain('There is no article one')
  })

  it.each<[string, Readonly<Record<string, string | Uint8Array>>, string]>([
    ['no file', { 'readme.txt': 'x' }, 'holds no file'],
    ['no entries', { 'a.md': '# Hello' }, 'a.md, line 1: begins with no entries'],
    ['an entry nobody knows', { 'a.md': article({ author: 'me' }) }, 'line 7: is not one of'],
    ['an entry twice', { 'a.md': article({}).replace('title: One', 'title: One\ntitle: Two') }, 'says title twice'],
    ['no title', { 'a.md': article({ title: '' }) }, 'says no title'],
    ['a title too long', { 'a.md': article({ title: 'x'.repeat(121) }) }, 'title takes'],
    ['a language nobody has', { 'a.md': article({ language: 'tlh' }) }, 'language takes one of en, zh-Hans,'],
    ['a kind nobody knows', { 'a.md': article({ kind: 'advert' }) }, 'kind takes one of'],
    ['a slug with a way out of the folder', { 'a.md': article({ slug: '../../x' }) }, 'slug takes'],
    ['a day there is not', { 'a.md': article({ date: '2026-02-30' }) }, 'date takes'],
    ['ecology without a link', { 'a.md': article({ kind: 'ecology' }) }, 'only ecology has a link'],
    ['ecology with a bad link', { 'a.md': article({ kind: 'ecology', link: 'javascript:alert(1)' }) }, 'link takes'],
    ['news with a link', { 'a.md': article({ link: 'https://world.org' }) }, 'only ecology has a link'],
    ['no English text', { 'ur/a.md': article({ language: 'ur' }) }, 'needs an English text'],
    ['two files of one text', { 'a.md': article({}), 'b.md': article({}) }, 'b.md: is one in en, as a.md is'],
    [
      'languages that differ in their day',
      { 'en/a.md': article({}), 'ur/a.md': article({ language: 'ur', date: '2026-11-21' }) },
      'ur/a.md: date 2026-11-21 is not that of en/a.md',
    ],
    ['a link to no article', { 'a.md': article({}, '[x](nothing.md)') }, 'there is no such article'],
    ['HTML', { 'a.md': article({}, 'fine\n\n<script>alert(1)</script>') }, 'a.md, line 11: HTML is not taken'],
    ['another encoding', { 'a.md': new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]) }, 'is not UTF-8'],
    ['a file too large', { 'a.md': article({}, 'word '.repeat(20_000)) }, 'is larger than 64 KiB'],
  ])('is refused whole with %s', async (_what, files, says) => {
    write({ 'good.md': article({ slug: 'good', title: 'Good' }), ...(files['readme.txt'] ? {} : {}), ...files })
    if (files['readme.txt']) rmSync(join(folder, 'good.md'))
    const { code, text } = await type(`content import ${folder}`)
    expect(text).toContain(says)
    expect(code).toBe(2)
    expect(await slugs()).toEqual([])
  })

  it('is refused where the folder is not there, or the kind of an article changes', async () => {
    expect((await type('content import')).text).toContain('Name a folder')
    expect((await type('content import /nowhere')).text).toContain('cannot be read')
    write({ 'a.md': article({}) })
    expect((await type(`content import ${folder}`)).code).toBe(0)
    write({ 'a.md': article({ kind: 'article' }) })
    expect((await type(`content import ${folder}`)).text).toContain('was news before')
  })

  it('is shown from its day on, page by page', async () => {
    const tomorrow = addMs(app.clock.now(), dayMs).toISOString().slice(0, 10)
    const files = Array.from({ length: 25 }, (_, at) => [`n${at}.md`, article({ slug: `n${at}`, title: `News ${at}` })])
    write({ ...Object.fromEntries(files), 'later.md': article({ slug: 'later', title: 'Later', date: tomorrow }) })
    expect((await type(`content import ${folder}`)).code).toBe(0)
    const first = await client.call(listNews, {})
    const second = await client.call(listNews, { cursor: first.next })
    expect(first.items).toHaveLength(20)
    expect([second.items.length, second.next]).toEqual([5, ''])
    const all = [...first.items, ...second.items].map(({ slug }) => slug)
    expect(new Set(all).size).toBe(25)
    expect(all).not.toContain('later')
    expect(await client.refusal(getArticle, { slug: 'later' })).toBe('news.article_missing')
  })

  it('names the hosts the app frames, and says it of each row of the ecology page', async () => {
    write({
      'a.md': article({ kind: 'ecology', slug: 'a', title: 'A', link: 'https://world.org/x' }),
      'b.md': article({ kind: 'ecology', slug: 'b', title: 'B', link: 'https://elsewhere.example' }),
    })
    expect((await type(`content import ${folder}`)).code).toBe(0)
    const framed = async () => (await client.call(listEcology, {})).items.map(({ slug, framed: is }) => [slug, is])
    expect(await framed()).toEqual([
      ['b', false],
      ['a', true],
    ])
    const change = (value: unknown) =>
      app.db.transaction((tx) => changeSetting(tx, webHosts, { value, reason: 'test', at: app.clock.now() }))
    await change(['elsewhere.example'])
    expect((await client.call(listWebHosts, {})).hosts).toEqual(['elsewhere.example'])
    expect(await framed()).toEqual([
      ['b', true],
      ['a', false],
    ])
    for (const bad of [
      'World.org',
      'https://world.org',
      'world.org/x',
      'a@world.org',
      '*.org',
      'world.org;',
      '127.0.0.1',
    ])
      await expect(change([bad]), bad).rejects.toThrow()
  })
})

describe('the sample content', () => {
  const written = languages.map(({ tag }) => tag).toSorted()

  it('has every article in every language of the app, the agreement and the policy among them, with the operator’s places marked', () => {
    const files = demoArticles()
    const by = new Map<string, string[]>()
    for (const { slug, language } of files) by.set(slug, [...(by.get(slug) ?? []), language])
    for (const [slug, said] of by) expect(said.toSorted(), slug).toEqual(written)
    for (const slug of ['user-agreement', 'privacy-policy', 'about', 'white-paper', 'help', 'channels'])
      expect([...by.keys()]).toContain(slug)
    for (const { slug, blocks } of files.filter(({ slug: one }) => ['user-agreement', 'privacy-policy'].includes(one)))
      expect(blocks.filter(({ kind }) => kind === 'operator').length, slug).toBeGreaterThan(2)
    for (const { slug, language, blocks } of files) {
      const english = files.find((file) => file.slug === slug && file.language === 'en')
      expect(
        blocks.map(({ kind }) => kind),
        `${slug} ${language}`,
      ).toEqual(english?.blocks.map(({ kind }) => kind))
    }
  })

  it('is imported by the verb', async () => {
    const app = await testApp()
    const { code, text } = await operate(app, `content import ${contentFolder}`)
    expect(code, text).toBe(0)
    await app.close()
  })
})
