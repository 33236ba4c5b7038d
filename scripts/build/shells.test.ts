import { expect, it } from 'vitest'
import { shellParts } from './shells.ts'

const shell = (home: string, menu: string) =>
  `<nav aria-label="${menu}"><a href="#/">${home}</a> <svg><path d="M0"></path></svg></nav>`

it('keeps the form of a shell once, and what it says in every language', () => {
  const byLanguage = {
    en: { start: '<p>It&#x27;s &lt;here&gt;</p>', app: shell('Home', 'Main menu') },
    ru: { start: '<p>Здесь</p>', app: shell('Главная', 'Меню') },
  }
  expect(shellParts({ byLanguage, named: { proof: '<p>proof.intro</p>' }, tabs: [] })).toEqual({
    templates: { start: '<p>#</p>', app: shell('#', '#'), proof: '<p>#</p>' },
    texts: {
      en: { start: ["It's <here>"], app: ['Main menu', 'Home'] },
      ru: { start: ['Здесь'], app: ['Меню', 'Главная'] },
      named: { proof: ['proof.intro'] },
    },
  })
  expect(() => shellParts({ byLanguage, named: { proof: '<p>What we owe</p>' }, tabs: [] })).toThrow(
    "says 'What we owe'",
  )
  const other = { ...byLanguage, ru: { ...byLanguage.ru, app: `${shell('Главная', 'Меню')}<p>more</p>` } }
  expect(() => shellParts({ byLanguage: other, named: {}, tabs: [] })).toThrow("the shell 'app' has another form in ru")
})
