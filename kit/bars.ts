/**
 * What stands in the bottom bar (spec point 2). usual: home, investment, exchange, wallet. news: the footer with news, ecology and finance.
 * mining: its alternative with mining, game and my.
 */
export const bars = ['usual', 'news', 'mining'] as const
export type Bar = (typeof bars)[number]
