import { type Code, isTest, type Say } from './source.ts'

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

/** Attributes a person reads or hears. */
const spoken = new Set([
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
])
/** A coin's ticker and the product's own name are the same in every language; a single letter is a sign. */
const everywhere = /^(?:[A-Z0-9]{2,6}|Glasshouse|\p{L})$/u
const hasWords = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => /\p{L}/u.test(word) && !everywhere.test(word))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** An element's own attribute of that name. */
const attribute = (element: Node, name: string): Node | undefined =>
  (element.attributes as Node[]).find(
    (each) => each.type === 'JSXAttribute' && isNode(each.name) && each.name.name === name,
  )
/** A large button that can be off, with no word of why. One that is only as wide as its words stands beside what it belongs to. */
const isMute = (element: Node): boolean =>
  isNode(element.name) &&
  element.name.name === 'Button' &&
  attribute(element, 'disabled') !== undefined &&
  attribute(element, 'compact') === undefined &&
  attribute(element, 'aria-describedby') === undefined

/**
 * Every word on a screen comes from the catalogues; one written in place is seen in one language only. A large button that cannot be
 * pressed says what is missing.
 */
export function checkScreen(code: Code, say: Say): void {
  if (!code.path.endsWith('.tsx') || isTest(code.path)) return
  const bare = (node: Node, text: string): void => {
    if (hasWords(text))
      say(code.path, code.lineAt(node.start), `bare text "${text.trim().slice(0, 40)}", put it into locales`)
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each)
    if (!isNode(value)) return
    // The gallery shows every state of a button, and there this one.
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
