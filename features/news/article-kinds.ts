export const articleKinds = ['news', 'article', 'ecology'] as const
export type ArticleKind = (typeof articleKinds)[number]
