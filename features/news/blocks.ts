import * as v from 'valibot'

/** Rendered as text, never as markup. */
export const span = v.object({
  text: v.string(),
  bold: v.optional(v.literal(true)),
  italic: v.optional(v.literal(true)),
  code: v.optional(v.literal(true)),
  /** External: https or mailto. */
  href: v.optional(v.pipe(v.string(), v.regex(/^(https:\/\/|mailto:)/))),
  /** The path of a screen, optionally with parameters: "/pages/my/security?tab=1". */
  to: v.optional(v.pipe(v.string(), v.regex(/^\/pages\//))),
})

const heading = v.object({ kind: v.literal('heading'), level: v.picklist([2, 3]), spans: v.array(span) })
const shownBlocks = [
  heading,
  v.object({ kind: v.literal('paragraph'), spans: v.array(span) }),
  v.object({ kind: v.literal('list'), ordered: v.boolean(), items: v.array(v.array(span)) }),
  v.object({ kind: v.literal('quote'), spans: v.array(span) }),
  v.object({ kind: v.literal('code'), text: v.string() }),
  v.object({ kind: v.literal('rule') }),
] as const
/** Placeholder for the operator (name, address, law), hidden from readers. */
const operatorPlace = v.object({ kind: v.literal('operator'), spans: v.array(span) })

export const shownBlock = v.variant('kind', [...shownBlocks])
export const block = v.variant('kind', [...shownBlocks, operatorPlace])

export type Span = v.InferOutput<typeof span>
export type Block = v.InferOutput<typeof block>
export type ShownBlock = v.InferOutput<typeof shownBlock>

const isShown = (one: Block): one is ShownBlock => one.kind !== 'operator'

function isEmptyHeading(blocks: readonly Block[], place: number): boolean {
  const one = blocks[place]
  if (one?.kind !== 'heading') return false
  const next = blocks[place + 1]
  return next === undefined || (next.kind === 'heading' && next.level <= one.level)
}

/** Removes placeholders, and headings left without content. */
export function shownOf(blocks: readonly Block[]): ShownBlock[] {
  let left: readonly ShownBlock[] = blocks.filter(isShown)
  if (left.length === blocks.length) return [...left]
  for (;;) {
    const filled = left.filter((_, place) => !isEmptyHeading(left, place))
    if (filled.length === left.length) return filled
    left = filled
  }
}

export function wordsOf(one: Block): string {
  if (one.kind === 'rule') return ''
  if (one.kind === 'code') return one.text
  const lines = one.kind === 'list' ? one.items : [one.spans]
  return lines.map((spans) => spans.map(({ text }) => text).join('')).join(' ')
}

/** Text of the first paragraph. */
export const firstWordsOf = (blocks: readonly Block[]): string => {
  const first = blocks.find(({ kind }) => kind === 'paragraph') ?? blocks[0]
  return first ? wordsOf(first) : ''
}

export const screensOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((one) => {
    if (one.kind === 'rule' || one.kind === 'code') return []
    const spans = one.kind === 'list' ? one.items.flat() : one.spans
    return spans.flatMap(({ to }) => (to === undefined ? [] : [to]))
  })

export const articlePath = '/pages/article/index'
export const articleTarget = (slug: string): string => `${articlePath}?slug=${slug}`
