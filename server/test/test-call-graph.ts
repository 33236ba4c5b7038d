import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'

/** A top-level function, constant or class: "otc/ads/ads.ts:decideTake". */
type Name = string
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* nodesOf(each)
}
const textOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

function declaredBy(statement: Node): readonly (readonly [string, Node])[] {
  const { declaration } = statement
  if (statement.type.startsWith('Export') && isNode(declaration)) return declaredBy(declaration)
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return [[textOf(statement.id), statement]]
  if (statement.type !== 'VariableDeclaration') return []
  const found = statement.declarations as readonly Node[]
  return found.map((each) => [textOf(each.id), each] as const)
}

export type CallGraph = {
  readonly reachedFrom: (name: Name) => ReadonlySet<Name>
  /** Contract name to its implementation, from `implement…(contract, …)`. */
  readonly implementations: ReadonlyMap<string, Name>
}

/** Static call graph of the server: each use of a name counts as a call. Ignores types. */
export function readCallGraph(root: string): CallGraph {
  const uses = new Map<Name, Set<Name>>()
  const implementations = new Map<string, Name>()
  for (const path of globSync('**/*.ts', { cwd: root, exclude: ['**/node_modules/**', '**/*.d.ts'] })) {
    if (/(^|\/)test-|\.(test|spec)\.ts$/.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    const parsed = parseSync(path, text)
    const known = new Map<string, Name>()
    for (const { moduleRequest, entries } of parsed.module.staticImports) {
      const written = moduleRequest.value
      if (!/^[.#]/.test(written)) continue
      const from = written.startsWith('#') ? written.slice(1) : join(dirname(path), written)
      for (const { importName, localName, isType } of entries)
        if (!isType) known.set(localName.value, `${from}:${importName.name ?? 'default'}`)
    }
    const declared = (parsed.program.body as unknown as readonly Node[]).flatMap((each) => [...declaredBy(each)])
    for (const [name] of declared) known.set(name, `${path}:${name}`)
    for (const [name, node] of declared) {
      const used = new Set<Name>()
      for (const each of nodesOf(node)) {
        const to = each.type === 'Identifier' ? known.get(textOf(each)) : undefined
        if (to) used.add(to)
        const [contract] = each.type === 'CallExpression' ? (each.arguments as readonly Node[]) : []
        if (/^implement/.test(textOf(each.callee)) && contract)
          implementations.set(known.get(textOf(contract)) ?? '', `${path}:${name}`)
      }
      used.delete(`${path}:${name}`)
      uses.set(`${path}:${name}`, used)
    }
  }
  const reachedFrom = (name: Name): ReadonlySet<Name> => {
    const reached = new Set<Name>()
    const next = [name]
    for (let at = next.pop(); at !== undefined; at = next.pop())
      for (const to of uses.get(at) ?? [])
        if (!reached.has(to)) {
          reached.add(to)
          next.push(to)
        }
    return reached
  }
  return { reachedFrom, implementations }
}
