import { type Code, isTest, type Say } from './source.ts'

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

/** Users read or hear these attributes. */
const spoken = new Set([
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
])
/** Tickers, the product name and single letters need no translation. */
const everywhere = /^(?:[A-Z0-9]{2,6}|Glasshouse|\p{L})$/u
const hasWords = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => /\p{L}/u.test(word) && !everywhere.test(word))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const attribute = (element: Node, name: string): Node | undefined =>
  (element.attributes as Node[]).find(
    (each) => each.type === 'JSXAttribute' && isNode(each.name) && each.name.name === name,
  )
/** A small disabled button needs no stated reason, because its context is next to it. */
const isMute = (element: Node): boolean =>
  isNode(element.name) &&
  element.name.name === 'Button' &&
  attribute(element, 'disabled') !== undefined &&
  attribute(element, 'compact') === undefined &&
  attribute(element, 'aria-describedby') === undefined

/** All screen text must be translatable. A disabled large button must give a reason. */
export function checkScreen(code: Code, say: Say): void {
  if (!code.path.endsWith('.tsx') || isTest(code.path)) return
  const bare = (node: Node, text: string): void => {
    if (hasWords(text))
      say(code.path, code.lineAt(node.start), `bare text "${text.trim().slice(0, 40)}", put it into locales`)
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each)
    if (!isNode(value)) return
    if (value.type === 'JSXOpeningElement' && !code.path.startsWith('web/gallery/') && isMute(value))
      say(code.path, code.lineAt(value.start), "the button cannot be pressed and does not say why, write 'FormButton'")
    if (value.type === 'JSXText') bare(value, String(value.value))
    if (value.type === 'JSXAttribute' && isNode(value.name) && spoken.has(String(value.name.name))) {
      const { value: given } = value
      if (isNode(given) && typeof given.value === 'string') bare(value, given.value)
    }
    if (value.type === 'JSXElement' || value.type === 'JSXFragment')
      for (const child of value.children as unknown[])
        if (isNode(child) && isNode(child.expression) && typeof child.expression.value === 'string')
          bare(child, child.expression.value)
    for (const child of Object.values(value)) walk(child)
  }
  walk(code.program())
}
