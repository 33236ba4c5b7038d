import { homeLinks, isTarget } from '#features/market/home-links.ts'
import { loadLinks, setLink } from '#features/market/market.store.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const nowhere = 'nowhere'

const linkList: Verb = {
  words: 'link list',
  guard: 'none',
  usage: '',
  summary: 'Lists the links of the home screen and where they lead.',
  async run({ db, say }) {
    for (const { id, kind, target } of await loadLinks(db)) say(`${kind.padEnd(6)}  ${id}  ${target ?? nowhere}`)
  },
}

const linkSet: Verb = {
  words: 'link set',
  guard: 'two',
  mayTighten: 'a link that is taken away leads nobody anywhere',
  isPublic: true,
  usage: `<link> <https://… | pages/…/… | ${nowhere}>`,
  summary: 'Lets a link of the home screen lead to a site or a screen, or takes it off.',
  async run(operation) {
    const [id = '', to = ''] = operation.args
    if (!homeLinks.some((link) => link.id === id))
      throw new UsageError(`There is no link ${id}: ${homeLinks.map((link) => link.id).join(', ')}`)
    const target = to === nowhere ? null : to
    if (target !== null && !isTarget(target))
      throw new UsageError(`where: an address like https://example.org, a screen like pages/news/index, or ${nowhere}`)
    await makeChange(operation, {
      movesMoney: false,
      tightens: target === null,
      will: [`let ${id} lead to ${to}`],
      async apply(tx) {
        await setLink(tx, id, target)
        return [`${id} leads to ${to}`]
      },
    })
  },
}

export const linkVerbs: readonly Verb[] = [linkList, linkSet]
