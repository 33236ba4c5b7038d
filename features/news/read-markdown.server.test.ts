import { describe, expect, it } from 'vitest'
import { firstWordsOf, screensOf } from './blocks.ts'
import { readMarkdown } from './read-markdown.server.ts'

const problemsOf = (text: string) => readMarkdown(text).problems.map(({ line, says }) => `${line}: ${says}`)

describe('Markdown of an article', () => {
  it('becomes typed blocks', () => {
    const text = [
      '## Heading',
      'Some **bold** and *slanted* `code`,',
      'see [the policy](privacy-policy.md), [us](https://world.org/a?b=1), [my wallet](#/pages/my/security?tab=1).',
      '',
      '1. one',
      '2. two',
      '',
      '> quoted',
      '',
      '> [!OPERATOR] Your **name**.',
      '',
      '---',
      '```',
      '<b>shown as it is</b>',
      '```',
    ].join('\n')
    const { blocks, problems } = readMarkdown(text)
    expect(problems).toEqual([])
    expect(blocks).toEqual([
      { kind: 'heading', level: 2, spans: [{ text: 'Heading' }] },
      {
        kind: 'paragraph',
        spans: [
          { text: 'Some ' },
          { bold: true, text: 'bold' },
          { text: ' and ' },
          { italic: true, text: 'slanted' },
          { text: ' ' },
          { code: true, text: 'code' },
          { text: ', see ' },
          { to: '/pages/article/index?slug=privacy-policy', text: 'the policy' },
          { text: ', ' },
          { href: 'https://world.org/a?b=1', text: 'us' },
          { text: ', ' },
          { to: '/pages/my/security?tab=1', text: 'my wallet' },
          { text: '.' },
        ],
      },
      { kind: 'list', ordered: true, items: [[{ text: 'one' }], [{ text: 'two' }]] },
      { kind: 'quote', spans: [{ text: 'quoted' }] },
      { kind: 'operator', spans: [{ text: 'Your ' }, { bold: true, text: 'name' }, { text: '.' }] },
      { kind: 'rule' },
      { kind: 'code', text: '<b>shown as it is</b>' },
    ])
    expect(firstWordsOf(blocks)).toMatch(/^Some bold and slanted code, see/)
    expect(screensOf(blocks)).toEqual(['/pages/article/index?slug=privacy-policy', '/pages/my/security?tab=1'])
  })

  it.each([
    ['<script>alert(1)</script>', 'HTML is not taken'],
    ['words <img src=x onerror=alert(1)> words', 'HTML is not taken'],
    ['<a href="javascript:alert(1)">x</a>', 'HTML is not taken'],
    ['<!-- hidden -->', 'HTML is not taken'],
    ['<iframe src="https://world.org"></iframe>', 'HTML is not taken'],
    ['- <style>*{display:none}</style>', 'HTML is not taken'],
    ['> <svg onload=alert(1)>', 'HTML is not taken'],
    ['![x](https://evil.example/track.png)', 'pictures are not taken'],
    ['![x][1]\n\n[1]: https://evil.example/track.png', 'pictures are not taken'],
    ['[x][1]\n\n[1]: javascript:alert(1)', 'write links in their place'],
    ['[x](javascript:alert(1))', 'is no address for a link'],
    ['[x](JavaScript&colon;alert(1))', 'is no address for a link'],
    ['[x](java\\\nscript:alert(1)) [y](vbscript:x)', 'is no address for a link'],
    ['<javascript:alert(1)>', 'is no address for a link'],
    ['[x](data:text/html;base64,PHNjcmlwdD4=)', 'is no address for a link'],
    ['[x](http://world.org)', 'is no address for a link'],
    ['[x](//world.org)', 'is no address for a link'],
    ['[x](https://world.org@evil.example)', 'is no address for a link'],
    ['[x](https://evil.example\\@world.org)', 'is no address for a link'],
    ['[x](#/pages/../../evil)', 'is no address for a link'],
    ['[x](../../etc/passwd.md)', 'is no address for a link'],
    ['[x](mailto:a@b.example?bcc=all@b.example)', 'is no address for a link'],
    ['# Title', 'headings are ## or ###'],
    ['#### Deep', 'headings are ## or ###'],
    ['- a\n  - b', 'hold one paragraph each'],
    ['pay \u202Eevil', 'characters that cannot be seen'],
    ['bell \u0007', 'characters that cannot be seen'],
    ['', 'has no text'],
    ['   \n\n', 'has no text'],
  ])('refuses %j', (text, says) => {
    expect(problemsOf(text).join('\n')).toContain(says)
  })

  it('names the line, and refuses what is too long', () => {
    expect(problemsOf('a\n\n'.repeat(501))).toEqual(['1: has more than 500 paragraphs'])
    expect(problemsOf('fine\n\nfine\n\n<b>not fine</b>\n')).toContain('5: HTML is not taken')
  })

  it('shows what looks like markup as the words it is', () => {
    const { blocks, problems } = readMarkdown('a \\<script> &lt;b&gt; `<img onerror=x>`')
    expect(problems).toEqual([])
    expect(blocks).toEqual([
      { kind: 'paragraph', spans: [{ text: 'a <script> <b> ' }, { code: true, text: '<img onerror=x>' }] },
    ])
  })
})
