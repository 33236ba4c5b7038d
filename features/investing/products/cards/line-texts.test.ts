import { expect, it } from 'vitest'
import { catalogueOf } from '#kit/text/catalogue.server.ts'
import { accrualOf, productLines } from '#products/registry.ts'

/** Checks texts with computed IDs; `npm run texts` checks the languages. */
it('says of every line what it is called, what it is about and how it ends', () => {
  const said = new Set(catalogueOf('en').flatMap(({ id, area }) => (['core', 'invest'].includes(area) ? [id] : [])))
  for (const line of productLines) {
    const texts = [`line.${line.id}`, `product.about.${line.id}`]
    const ends = ['power', 'fixed'].includes(accrualOf(line)) ? [] : [`product.end.${line.id}`]
    for (const text of [...texts, ...ends]) expect(said, text).toContain(text)
  }
})
