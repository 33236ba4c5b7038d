import type { Code, Say } from './source.ts'

/** Forbids import cycles, even of types, because such files must be read together. */
export function checkCircles(codes: readonly Code[], say: Say): void {
  const byPath = new Map(codes.map((code) => [code.path, code]))
  const seen = new Set<string>()
  const way: string[] = []
  const follow = ({ path, imports }: Code): void => {
    seen.add(path)
    way.push(path)
    for (const { to, line } of imports) {
      const next = byPath.get(to)
      const from = way.indexOf(to)
      if (from >= 0)
        say(
          path,
          line,
          `imports in a circle, ${[...way.slice(from), to].join(' → ')}: give what both need a file of its own`,
        )
      else if (next && !seen.has(to)) follow(next)
    }
    way.pop()
  }
  for (const code of codes) if (!seen.has(code.path)) follow(code)
}
