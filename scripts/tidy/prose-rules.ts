import { roomOf } from './rooms.ts'
import { commentsOf, type Say, type SourceFile } from './source.ts'

/**
 * Maximum comment words per room. Lower a number when comments are removed. Never raise one without a reason. Unlisted rooms may have
 * `others`.
 */
export const commentWords: Readonly<Record<string, number>> = {
  custody: 6010,
  e2e: 1860,
  engine: 1460,
  features: 16560,
  identity: 5700,
  kit: 5020,
  ledger: 2450,
  market: 2300,
  otc: 1800,
  outside: 7020,
  products: 9110,
  proofs: 2050,
  scripts: 2920,
  server: 7370,
  team: 1450,
  trials: 6010,
  ui: 4820,
  web: 1900,
}
export const otherCommentWords = 1_000

/** Words and phrases that slow a reader. */
const dialect: readonly RegExp[] = [
  /\b(?:whoever|whatever|nobody|somebody|everybody|anybody|anew|oneself|hence|thereby|alike)\b/gi,
  /\b(?:in place of|as far as|at once|by itself|by themselves|of its own|of their own|the house)\b/gi,
  /\b(?:is|are|was|were) (?:told|said|asked|looked at|given up)\b/gi,
]
/** Remaining habits in documents and English texts. Lower the numbers when habits are removed. */
export const dialectLeft = { documents: 77, texts: 0 }

/** Names that mean something different in the trade, or nothing. */
const bannedNames =
  /(?:^|\/)(?:together|in-turn|remembered|own-pages|for-all|newest|turnstile|turns|door|hear|question|tries|ring|strange|plain-lines|frames|chance|begun|named|booked|house|looks?|ways?|ways-in|house-[a-z-]+)(?:\.[a-z]+)*\.tsx?$/

const wordsIn = (text: string): number => text.match(/[A-Za-z][A-Za-z’']*/g)?.length ?? 0
const habitsIn = (text: string): string[] =>
  dialect.flatMap((pattern) => [...text.matchAll(pattern)].map(([word]) => word))

const prose = (text: string): string => text.replace(/```[\s\S]*?```/g, '')
const english = (text: string): string => [...text.matchAll(/^msgstr "(.*)"$/gm)].map(([, said]) => said).join('\n')

/** Checks comments per room, plain words everywhere, short CHANGELOG lines, and banned file names. */
export function checkProse(files: readonly SourceFile[], say: Say): void {
  const words = new Map<string, number>()
  const left = { documents: 0, texts: 0 }
  for (const { path, text } of files) {
    if (bannedNames.test(path)) say(path, 1, 'has a name the trade uses otherwise, see GLOSSARY.md')
    if (path.endsWith('.md')) left.documents += habitsIn(prose(text)).length
    else if (path === 'locales/en.po') left.texts += habitsIn(english(text)).length
    else if (!path.endsWith('.po') && !path.startsWith('ledger/examples/')) {
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
export function checkSubject(subject: string, say: Say): void {
  if (subject.length > subjectMax && !subject.startsWith('Merge '))
    say('HEAD', 1, `the subject has ${subject.length} characters, ${subjectMax} are the most: ${subject}`)
}
