import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'

export type SourceFile = { readonly path: string; readonly text: string }
/** Reports one line per problem, with a fix. */
export type Say = (path: string, line: number, words: string) => void
/** An import resolved from the root. */
export type Import = {
  readonly written: string
  readonly to: string
  readonly line: number
  /** Erased at run time. */
  readonly isType: boolean
}

export type Code = {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly imports: readonly Import[]
  /** Paths of child processes and workers, resolved from the root and from this file. */
  readonly mentions: readonly string[]
  readonly program: () => unknown
  readonly lineAt: (offset: number) => number
}

export const isCode = (path: string): boolean => /\.tsx?$/.test(path)
export const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)test-[^/]+\.tsx?$/.test(path)
export const runsOnServer = (path: string): boolean => /\.(store|server|api|job)\.ts$/.test(path)

export function readCode({ path, text }: SourceFile): Code {
  const parsed = parseSync(path, text)
  const starts = lineStarts(text)
  const lineAt = (offset: number): number => {
    let line = 0
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= offset) line += 1
    return line + 1
  }
  const requests = [
    ...parsed.module.staticImports.map(({ moduleRequest, entries }) => ({
      ...moduleRequest,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...parsed.module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ ...moduleRequest, isType }] : [])),
    ),
    ...parsed.module.dynamicImports.map(({ moduleRequest }) => ({ ...moduleRequest, isType: false })),
  ]
  const imports = requests.flatMap(({ start, end, isType }) => {
    // Removes Vite suffixes such as `?url`.
    const written = text.slice(start, end).replace(/^['"`]|(?:\?[^'"`]*)?['"`]$/g, '')
    if (!/^[.#]/.test(written)) return []
    const to = written.startsWith('#') ? written.slice(1) : join(dirname(path), written)
    return [{ written, to, line: lineAt(start), isType }]
  })
  let bare = ''
  let from = 0
  for (const { start, end } of parsed.comments) {
    bare += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    from = end
  }
  bare += text.slice(from)
  const mentions = [...bare.matchAll(/['"`]([\w./#-]+\.tsx?)['"`]/g)].flatMap(([, name = '']) => [
    name.replace(/^#/, ''),
    join(dirname(path), name),
  ])
  return { path, text, lines: bare.split('\n'), imports, mentions, program: () => parsed.program, lineAt }
}

export function commentsOf({ path, text }: SourceFile): string {
  if (path.endsWith('.sql')) return [...text.matchAll(/--(.*)$/gm)].map(([, words]) => words).join('\n')
  if (path.endsWith('.css')) return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, words]) => words).join('\n')
  return parseSync(path, text)
    .comments.map(({ value }) => value.replace(/^\s*\*/gm, ''))
    .join('\n')
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
