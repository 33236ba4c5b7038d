/** The links of the home screen, in the order they are shown (spec point 2). Where they lead is set by the operator. */
export const homeLinks = [
  { id: 'official_site', kind: 'link', target: null },
  { id: 'white_paper', kind: 'link', target: null },
  { id: 'wld_mining', kind: 'link', target: 'pages/mining/index' },
  { id: 'node_recruitment', kind: 'link', target: 'pages/invest/index' },
  { id: 'world_id', kind: 'link', target: 'https://world.org/world-id' },
  { id: 'world_pay', kind: 'link', target: null },
  { id: 'world_coin', kind: 'link', target: 'https://world.org' },
  { id: 'online_service', kind: 'link', target: 'pages/chat/index' },
  { id: 'my_team', kind: 'link', target: 'pages/profit/index' },
  { id: 'invite_friends', kind: 'link', target: 'pages/invite/index' },
  { id: 'telegram', kind: 'social', target: null },
  { id: 'x', kind: 'social', target: null },
] as const
