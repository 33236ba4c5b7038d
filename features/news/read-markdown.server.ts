import type { Nodes, Paragraph, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { readWebAddress } from '#kit/web-address.ts'
import { articleTarget, type Block, type Span } from './blocks.ts'
import type { Problem } from './front-matter.server.ts'

const blocksMax = 500
const operatorMark = '[!OPERATOR]'
/** Control characters and direction overrides change the displayed text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u

type Look = Omit<Span, 'text'>

/**
 * Reports unsupported content (HTML, pictures, tables, nested lists, links other than https and our screens) with its line, and never drops
 * it silently.
 */
export function readMarkdown(text: string): {
  readonly blocks: readonly Block[]
  readonly problems: readonly Problem[]
} {
  const problems: Problem[] = []
  const refuse = (node: Nodes, says: string): void => {
    problems.push({ line: node.position?.start.line ?? 1, says })
  }
  const blocks: Block[] = []
  for (const [at, line] of text.split('\n').entries())
    if (hidden.test(line)) problems.push({ line: at + 1, says: 'has characters that cannot be seen' })
  for (const node of fromMarkdown(text).children) {
    const one = readBlock(node, refuse)
    if (one) blocks.push(one)
  }
  if (blocks.length === 0 && problems.length === 0) problems.push({ line: 1, says: 'has no text' })
  if (blocks.length > blocksMax) problems.push({ line: 1, says: `has more than ${blocksMax} paragraphs` })
  return { blocks, problems }
}

type Refuse = (node: Nodes, says: string) => void

function readBlock(node: RootContent, refuse: Refuse): Block | undefined {
  switch (node.type) {
    case 'heading':
      if (node.depth !== 2 && node.depth !== 3) refuse(node, 'headings are ## or ###: the title stands above')
      return { kind: 'heading', level: node.depth === 3 ? 3 : 2, spans: readSpans(node.children, refuse) }
    case 'paragraph':
      return { kind: 'paragraph', spans: readSpans(node.children, refuse) }
    case 'blockquote':
      return readQuote(onlyParagraph(node.children, node, refuse), refuse)
    case 'list':
      return {
        kind: 'list',
        ordered: node.ordered === true,
        items: node.children.map((item) => {
          const paragraph = onlyParagraph(item.children, item, refuse)
          return paragraph ? readSpans(paragraph.children, refuse) : []
        }),
      }
    case 'code':
      return { kind: 'code', text: node.value }
    case 'thematicBreak':
      return { kind: 'rule' }
    default:
      refuse(node, refusalOf(node))
      return undefined
  }
}

function readQuote(paragraph: Paragraph | undefined, refuse: Refuse): Block | undefined {
  if (!paragraph) return undefined
  const [first, ...others] = readSpans(paragraph.children, refuse)
  if (!first?.text.startsWith(operatorMark)) return { kind: 'quote', spans: first ? [first, ...others] : [] }
  const rest = { ...first, text: first.text.slice(operatorMark.length).trimStart() }
  return { kind: 'operator', spans: rest.text === '' ? others : [rest, ...others] }
}

function onlyParagraph(children: readonly RootContent[], node: Nodes, refuse: Refuse): Paragraph | undefined {
  const [first, second] = children
  if (first?.type === 'paragraph' && !second) return first
  const strange = second ?? first
  if (strange && strange.type === 'html') refuse(strange, refusalOf(strange))
  else refuse(strange ?? node, 'a point of a list and a quotation hold one paragraph each')
  return undefined
}

function refusalOf(node: Nodes): string {
  if (node.type === 'html') return 'HTML is not taken'
  if (node.type === 'image' || node.type === 'imageReference') return 'pictures are not taken'
  if (node.type === 'definition' || node.type === 'linkReference') return 'write links in their place: [words](address)'
  return `${node.type} is not taken`
}

function readSpans(children: readonly PhrasingContent[], refuse: Refuse, look: Look = {}): Span[] {
  const spans = children.flatMap((node): Span[] => {
    switch (node.type) {
      case 'text':
        return [{ ...look, text: node.value.replaceAll(/\s*\n\s*/g, ' ') }]
      case 'inlineCode':
        return [{ ...look, code: true, text: node.value }]
      case 'break':
        return [{ ...look, text: '\n' }]
      case 'strong':
        return readSpans(node.children, refuse, { ...look, bold: true })
      case 'emphasis':
        return readSpans(node.children, refuse, { ...look, italic: true })
      case 'link': {
        const leads = readTarget(node.url)
        if (!leads)
          refuse(
            node,
            `${JSON.stringify(node.url)} is no address for a link: https://…, mailto:…, #/pages/… or name.md`,
          )
        return readSpans(node.children, refuse, { ...look, ...leads })
      }
      default:
        refuse(node, refusalOf(node))
        return []
    }
  })
  return spans.filter(({ text }) => text !== '')
}

function readTarget(url: string): Pick<Span, 'href' | 'to'> | undefined {
  const file = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(url)
  if (file?.[1]) return { to: articleTarget(file[1]) }
  if (/^#\/pages\/[a-z]+\/[a-zA-Z]+(\?[\w=&-]{1,200})?$/.test(url)) return { to: url.slice(1) }
  if (/^mailto:[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(url)) return { href: url }
  const address = readWebAddress(url)
  return address ? { href: address.href } : undefined
}
