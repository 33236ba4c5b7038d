import type { OrderState } from '../terms/fields.ts'

export const dueFirst = <Item extends { readonly state: OrderState }>(items: readonly Item[]): Item[] => [
  ...items.filter(({ state }) => state === 'due'),
  ...items.filter(({ state }) => state !== 'due'),
]
