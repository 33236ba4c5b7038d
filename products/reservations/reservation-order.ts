import type { OrderState } from '../terms/fields.ts'

/** Those that wait for their holder come before those that wait for their turn; otherwise the order stays. */
export const dueFirst = <Item extends { readonly state: OrderState }>(items: readonly Item[]): Item[] => [
  ...items.filter(({ state }) => state === 'due'),
  ...items.filter(({ state }) => state !== 'due'),
]
