import { roomOf } from './rooms.ts'
import { commentsOf, type Say, type SourceFile } from './source.ts'

/**
 * The most words of comments in a room. Lower a number when comments go; never raise one without a reason. Rooms that are not listed may
 * have `others`.
 */
export const commentWords: Readonly<Record<string, number>> = {
  custody: 5800,
  e2e: 1850,
  engine: 1450,
  features: 16150,
  identity: 5600,
  kit: 4950,
  ledger: 2400,
  market: 2250,
  otc: 1750,
  outside: 6800,
  products: 8800,
  proofs: 2000,
  scripts: 4850,
  server: 7300,
  team: 1400,
  trials: 4300,
  ui: 4650,
  web: 1900,
}
export const otherCommentWords = 1_000

/** Words and phrases that make a reader stop. Plain English has a shorter word for each. */
const dialect: readonly RegExp[] = [
  /\b(?:whoever|whatever|nobody|somebody|everybody|anybody|anew|oneself|hence|thereby|alike)\b/gi,
  /\b(?:in place of|as far as|at once|by itself|by themselves|of its own|of their own|the house)\b/gi,
  /\b(?:is|are|was|were) (?:told|said|asked|looked at|given up)\b/gi,
]
/** Habits that documents and English texts still have. Lower when they go. */
export const dialectLeft = { documents: 77, texts: 0 }

/** Names that mean something else in the trade, or nothing. */
const bannedNames =
  /(?:^|\/)(?:together|in-turn|remembered|own-pages|for-all|newest|turnstile|turns|door|hear|question|tries|ring|strange|plain-lines|frames|chance|begun|named|booked)(?:\.[a-z]+)*\.tsx?$/

const wordsIn = (text: string): number => text.match(/[A-Za-z][A-Za-z’']*/g)?.length ?? 0
const habitsIn = (text: string): string[] =>
  dialect.flatMap((pattern) => [...text.matchAll(pattern)].map(([word]) => word))

const prose = (text: string): string => text.replace(/```[\s\S]*?```/g, '')
const english = (text: string): string => [...text.matchAll(/^msgstr "(.*)"$/gm)].map(([, said]) => said).join('\n')

/** Comments per room, plain words everywhere, short lines in the CHANGELOG, and no banned file names. */
export function checkProse(files: readonly SourceFile[], say: Say): void {
  const words = new Map<string, number>()
  const left = { documents: 0, texts: 0 }
  for (const { path, text } of files) {
    if (bannedNames.test(path)) say(path, 1, 'has a name the trade uses otherwise, see GLOSSARY.md')
    if (path.endsWith('.md')) left.documents += habitsIn(prose(text)).length
    else if (path === 'locales/en.po') left.texts += habitsIn(english(text)).length
    else if (!path.endsWith('.po')) {
      const comments = commentsOf({ path, text })
      const room = roomOf(path)
      words.set(room, (words.get(room) ?? 0) + wordsIn(comments))
      for (const habit of habitsIn(comments)) say(path, 1, `a comment says '${habit}', write it plainly`)
    }
    if (path === 'CHANGELOG.md')
      for (const [nth, line] of text.split('\n').entries())
        if (line.length > 160) say(path, nth + 1, `${line.length} characters, 160 are the most`)
  }
  for (const [room, found] of words) {
    const most = commentWords[room] ?? otherCommentWords
    if (found > most) say(room, 1, `${found} words of comments, ${most} are the most: delete what the code says`)
  }
  for (const kind of ['documents', 'texts'] as const)
    if (left[kind] > dialectLeft[kind])
      say(kind, 1, `${left[kind]} words of dialect, ${dialectLeft[kind]} are the most: write plainly`)
}

export const subjectMax = 72
/** The subject of a commit. */
export function checkSubject(subject: string, say: Say): void {
  if (subject.length > subjectMax && !subject.startsWith('Merge '))
    say('HEAD', 1, `the subject has ${subject.length} characters, ${subjectMax} are the most: ${subject}`)
}
