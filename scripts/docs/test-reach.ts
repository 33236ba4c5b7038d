import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'

type Node = { readonly type: string } & Readonly<Record<string, unknown>>
/** Returns false to skip the node's children. */
type See = (node: Node, parent: Node | undefined, key: string) => unknown

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

function walk(value: unknown, see: See, parent?: Node, key = ''): void {
  if (Array.isArray(value)) for (const each of value) walk(each, see, parent, key)
  else if (isNode(value)) {
    const isTaken = value.type === 'TryStatement' && takesRefusals(value.handler)
    if (isTaken) walk(value.finalizer, see, value, 'finalizer')
    if (isTaken || see(value, parent, key) === false) return
    for (const [name, inner] of Object.entries(value)) if (typeof inner === 'object') walk(inner, see, value, name)
  }
}
/** Matches `catch (error) { if (error instanceof Refusal) return …`, which stops inner errors. */
function takesRefusals(handler: unknown): boolean {
  let [asks, returns] = [false, false]
  walk(handler, (node) => {
    if (node.type === 'BinaryExpression' && node.operator === 'instanceof' && nameOf(node.right) === 'Refusal')
      asks = true
    if (node.type === 'ReturnStatement') returns = true
  })
  return asks && returns
}
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

type Piece = {
  readonly refuses: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly touches: ReadonlySet<string>
}
export type SourceText = { readonly path: string; readonly text: string }

/** Skips values known only at runtime. */
function keysIn(argument: unknown): string[] {
  if (!isNode(argument)) return []
  if (argument.type === 'Literal') return [String(argument.value)]
  if (argument.type === 'ConditionalExpression') return [argument.consequent, argument.alternate].flatMap(keysIn)
  return []
}

function pieceOf(
  code: unknown,
  resolve: (name: string) => string | undefined,
  without: ReadonlySet<Node> = new Set(),
): Piece {
  const [refuses, names, touches] = [new Set<string>(), new Set<string>(), new Set<string>()]
  walk(code, (node, parent, key) => {
    if (without.has(node)) return false
    // `problemOf` only displays the error.
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'problemOf') return false
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'fail')
      for (const each of keysIn((node.arguments as unknown[])[0])) refuses.add(each)
    if (node.type === 'MemberExpression') touches.add(nameOf(node.property))
    // Destructuring, as in const { gate } = lineOf(product).
    if (parent?.type === 'Property' && key === 'key') touches.add(nameOf(node))
    const isMember = parent?.type === 'MemberExpression' && key === 'property' && !parent.computed
    const isKey = parent?.type === 'Property' && key === 'key' && !parent.shorthand
    const found = node.type === 'Identifier' && !isMember && !isKey ? resolve(nameOf(node)) : undefined
    if (found) names.add(found)
    return true
  })
  return { refuses, names, touches }
}

/** A member counts as reached when its name is used. */
function membersIn(code: Node): Node[] {
  const found: Node[] = []
  walk(code, (node) => {
    if (node.type !== 'Property') return !/Function/.test(node.type)
    found.push(node)
    return false
  })
  return found
}

/** Keyed by `path#name`. Object members are separate: `path#name.member`. */
export function readPieces(files: readonly SourceText[]) {
  const parsed = files.map(({ path, text }) => ({
    path,
    body: (parseSync(path, text).program as unknown as { body: Node[] }).body,
  }))
  const declared = new Map<string, { path: string; code: unknown; without: ReadonlySet<Node> }>()
  const members = new Map<string, Map<string, string>>()
  const imported = new Map<string, string>()
  const declare = (path: string, name: string, code: unknown) => {
    const id = `${path}#${name}`
    const own = isNode(code) && !/Function|Class/.test(code.type) ? membersIn(code) : []
    members.set(id, new Map(own.map((each) => [nameOf(each.key), `${id}.${nameOf(each.key)}`])))
    for (const each of own) declared.set(`${id}.${nameOf(each.key)}`, { path, code: each.value, without: new Set() })
    declared.set(id, { path, code, without: new Set(own) })
  }
  for (const { path, body } of parsed)
    for (const statement of body) {
      const inner = (isNode(statement.declaration) ? statement.declaration : statement) as Node
      if (inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration')
        declare(path, nameOf(inner.id), inner)
      if (inner.type === 'VariableDeclaration')
        for (const { id, init } of inner.declarations as Node[]) declare(path, nameOf(id), init)
      if (inner.type !== 'ImportDeclaration') continue
      const from = nameOf(inner.source)
      const to = from.startsWith('#') ? from.slice(1) : join(dirname(path), from)
      for (const { local, imported: word } of inner.specifiers as Node[])
        imported.set(`${path}#${nameOf(local)}`, `${to}#${nameOf(word)}`)
    }
  const resolver = (path: string) => (name: string) => {
    const id = imported.get(`${path}#${name}`) ?? `${path}#${name}`
    return declared.has(id) ? id : undefined
  }
  const pieces = new Map(
    [...declared].map(([id, { path, code, without }]) => [id, pieceOf(code, resolver(path), without)]),
  )
  return { parsed, pieces, members, read: (path: string, code: unknown) => pieceOf(code, resolver(path)) }
}
export type Pieces = ReturnType<typeof readPieces>

export function reachOf({ pieces, members }: Pieces, start: Piece): ReadonlyMap<string, string> {
  const reached = new Map<string, Piece>([['itself', start]])
  const touched = new Set<string>()
  for (let before = -1; before !== reached.size + touched.size; ) {
    before = reached.size + touched.size
    for (const [id, piece] of [...reached]) {
      for (const each of piece.touches) touched.add(each)
      const own = [...(members.get(id) ?? [])].filter(([name]) => touched.has(name)).map(([, member]) => member)
      for (const next of [...piece.names, ...own]) {
        const found = pieces.get(next)
        if (found) reached.set(next, found)
      }
    }
  }
  return new Map([...reached].flatMap(([id, { refuses }]) => [...refuses].map((key) => [key, id] as const)))
}

/** Keyed by contract name. */
export function implementationsIn({ parsed, read }: Pieces): Map<string, Piece> {
  const found = new Map<string, Piece>()
  for (const { path, body } of parsed)
    walk(body, (node) => {
      if (node.type !== 'CallExpression' || !/^implement(Read)?$/.test(nameOf(node.callee))) return
      const [contract, run] = node.arguments as unknown[]
      found.set(nameOf(contract), read(path, run))
    })
  return found
}
