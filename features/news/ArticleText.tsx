import type { ReactNode } from 'react'
import { Link } from '#ui/shell/Link.tsx'
import { isPath } from '#ui/shell/navigation.ts'
import type { ShownBlock, Span } from './blocks.ts'

/** Renders known block types only, so article text can never inject markup. */
export function ArticleText({ blocks }: { blocks: readonly ShownBlock[] }) {
  return numbered(blocks).map(([key, block]) => <OneBlock key={key} block={block} />)
}

/** Blocks never move, so the index is a stable key. */
const numbered = <Each,>(all: readonly Each[]) => all.map((each, place) => [`at-${place}`, each] as const)

function OneBlock({ block }: { block: ShownBlock }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Tag = block.level === 2 ? 'h3' : 'h4'
      return (
        <Tag className={`mt-2 font-semi leading-snug text-ink ${block.level === 2 ? 'text-lead' : ''}`}>
          <Words spans={block.spans} />
        </Tag>
      )
    }
    case 'paragraph':
      return (
        <p className="whitespace-pre-line text-ink-2">
          <Words spans={block.spans} />
        </p>
      )
    case 'list': {
      const Tag = block.ordered ? 'ol' : 'ul'
      return (
        <Tag className={`grid gap-2 ps-5 text-ink-2 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
          {numbered(block.items).map(([key, spans]) => (
            <li key={key}>
              <Words spans={spans} />
            </li>
          ))}
        </Tag>
      )
    }
    case 'quote':
      return (
        <blockquote className="border-s-2 border-line ps-4 text-ink-2">
          <Words spans={block.spans} />
        </blockquote>
      )
    case 'code':
      return (
        <pre dir="ltr" className="overflow-x-auto rounded-control bg-inset px-4 py-3 text-small">
          {block.text}
        </pre>
      )
    case 'rule':
      return <hr className="border-line" />
  }
}

const Words = ({ spans }: { spans: readonly Span[] }) =>
  numbered(spans).map(([key, span]) => <Piece key={key} span={span} />)

const linkStyle = 'font-semi text-accent-ink underline'

function Piece({ span }: { span: Span }) {
  const { text, bold, italic, code, href, to } = span
  const look = [bold && 'font-semi text-ink', italic && 'italic'].filter(Boolean).join(' ')
  const words = code ? (
    <code dir="ltr" className="rounded-control bg-inset px-1">
      {text}
    </code>
  ) : look ? (
    <span className={look}>{text}</span>
  ) : (
    text
  )
  if (href)
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className={linkStyle}>
        {words}
      </a>
    )
  const [path = '', query = ''] = to?.split('?') ?? []
  if (!isPath(path)) return words
  return (
    <Link to={path} query={Object.fromEntries(new URLSearchParams(query))} className={linkStyle}>
      {words}
    </Link>
  )
}
