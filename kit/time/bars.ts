/**
 * Tabs of the bottom bar (spec point 2). usual: home, investment, exchange, wallet. news: with news, ecology and finance. mining: with
 * mining, game and my.
 */
export const bars = ['usual', 'news', 'mining'] as const
export type Bar = (typeof bars)[number]
