import { checkCircles } from './circles.ts'
import { checkEndings } from './ending-rules.ts'
import { checkFile, checkFolders, checkRulesTested } from './file-rules.ts'
import { checkImports, checkReached } from './import-rules.ts'
import { checkLines, checkStyles } from './line-rules.ts'
import { checkProse } from './prose-rules.ts'
import { roomOf, rooms } from './rooms.ts'
import { checkScreen } from './screen-rules.ts'
import { isCode, readCode, type Say, type SourceFile } from './source.ts'
import { checkTables, ownersOf } from './table-rules.ts'
import { checkTests } from './test-rules.ts'
import { checkTime } from './time-rules.ts'

const plantedFaults = 'scripts/tidy/tidy.test.ts'
/** Written by `npm run docs` from other files. */
const isMade = (path: string): boolean =>
  /^docs\/generated\/|^db\/schema\.sql$|^locales\/keys\.ts$/.test(path) || path === plantedFaults

export function checkRules(files: readonly SourceFile[]): string[] {
  const problems: string[] = []
  const say: Say = (path, line, words) => problems.push(`${path}:${line}: ${words}`)
  const owners = ownersOf(files)
  for (const file of files) {
    checkFile(file, say)
    if (file.path.endsWith('.sql')) checkTables(file, owners, say)
    if (file.path.endsWith('.css')) checkStyles(file.path, file.text, say)
  }
  const codes = files.filter(({ path }) => isCode(path) && rooms[roomOf(path)]).map(readCode)
  for (const code of codes) {
    checkTables({ path: code.path, text: code.lines.join('\n') }, owners, say)
    checkImports(code, say)
    if (code.path !== plantedFaults) {
      checkLines(code, say)
      checkTime(code, say)
    }
    checkScreen(code, say)
  }
  checkProse(
    files.filter(({ path }) => !isMade(path)),
    say,
  )
  checkFolders(files, say)
  checkEndings(codes, say)
  checkCircles(codes, say)
  const configs = files.filter(({ path }) => /^\w+\.config\.ts$/.test(path)).map(readCode)
  checkReached([...codes, ...configs], say)
  checkRulesTested(codes, say)
  checkTests(codes, say)
  return problems
}
