import { readWebAddress } from '#kit/web-address.ts'

type HomeLink = {
  readonly id: string
  readonly kind: 'link' | 'social'
  /** null: hidden. */
  readonly target: string | null
}

/** In display order (spec point 2). */
export const homeLinks: readonly HomeLink[] = [
  { id: 'official_site', kind: 'link', target: 'pages/article/index?slug=about' },
  { id: 'white_paper', kind: 'link', target: 'pages/article/index?slug=white-paper' },
  { id: 'wld_mining', kind: 'link', target: 'pages/invest/index?line=dual&coin=WLD' },
  { id: 'node_recruitment', kind: 'link', target: 'pages/invest/index?line=node' },
  { id: 'world_id', kind: 'link', target: 'https://world.org/world-id' },
  { id: 'world_pay', kind: 'link', target: 'https://world.org/world-app' },
  { id: 'world_coin', kind: 'link', target: 'https://world.org' },
  { id: 'online_service', kind: 'link', target: 'pages/chat/index' },
  { id: 'my_team', kind: 'link', target: 'pages/profit/community' },
  { id: 'invite_friends', kind: 'link', target: 'pages/invite/index' },
  // Hidden until `link set` sets a target.
  { id: 'telegram', kind: 'social', target: null },
  { id: 'x', kind: 'social', target: null },
]

export const isTarget = (text: string): boolean =>
  /^pages\/[a-z]+\/[a-zA-Z]+(\?[\w=&-]{1,200})?$/.test(text) || readWebAddress(text) !== undefined
