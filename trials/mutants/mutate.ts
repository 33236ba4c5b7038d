import { parseSync } from 'vite'

export type Mutant = { readonly start: number; readonly end: number; readonly was: string; readonly becomes: string }

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const operators: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '===': '!==', '!==': '===', '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
  ...{ '&&': '||', '||': '&&', '??': '&&' },
}
const words: readonly (readonly [RegExp, string])[] = [
  [/ AND /g, ' OR '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ <> /g, ' = '],
  [/ DESC\b/g, ''],
  [/ \+ /g, ' - '],
  [/ IS NULL\b/g, ' IS NOT NULL'],
]

export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const found: Mutant[] = []
  const put = (start: number, end: number, becomes: string): void => {
    found.push({ start, end, was: text.slice(start, end), becomes })
  }
  const visit = (node: Node): void => {
    // Types have no effect at run time.
    if (
      node.type.startsWith('TS') &&
      !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
    )
      return
    if (node.type === 'ImportDeclaration') return
    mutate(node, text, put)
    for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(path, text).program as unknown as Node)
  return found
}

function mutate(node: Node, text: string, put: (start: number, end: number, becomes: string) => void): void {
  const { type, start, end } = node
  if (type === 'BinaryExpression' || type === 'LogicalExpression') {
    const [left, right] = [node.left as Node, node.right as Node]
    const becomes = operators[String(node.operator)]
    const at = text.indexOf(String(node.operator), left.end)
    if (becomes && at >= 0 && at < right.start) put(at, at + String(node.operator).length, becomes)
  }
  if (type === 'UnaryExpression' && node.operator === '!') put(start, start + 1, '')
  if (type === 'IfStatement' || type === 'ConditionalExpression') {
    const test = node.test as Node
    put(test.start, test.end, `!(${text.slice(test.start, test.end)})`)
  }
  if (type === 'Literal') {
    if (typeof node.value === 'boolean') put(start, end, String(!node.value))
    if (typeof node.value === 'number' || typeof node.value === 'bigint')
      put(start, end, String(BigInt(Math.floor(Number(node.value))) + 1n) + (typeof node.value === 'bigint' ? 'n' : ''))
    if (node.value === 'up') put(start, end, "'down'")
    if (node.value === 'down') put(start, end, "'up'")
  }
  if (type === 'ExpressionStatement') {
    const call = node.expression as Node
    const callee = call.type === 'CallExpression' ? (call.callee as Node) : undefined
    if (callee?.type === 'Identifier' && /^(?:fail|refuse|expect|decide|lock)/.test(String(callee.name)))
      put(start, end, '')
  }
  if (type === 'TemplateElement')
    for (const [word, becomes] of words)
      for (const match of text.slice(start, end).matchAll(word))
        put(start + match.index, start + match.index + match[0].length, becomes)
}

export const mutated = (text: string, { start, end, becomes }: Mutant): string =>
  text.slice(0, start) + becomes + text.slice(end)
