/** Checks project rules that no compiler checks. npm run check -- tidy [--diagram (prints the map)]. */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { checkRules } from './tidy/check-rules.ts'
import { checkCommands, commandsOf } from './tidy/command-rules.ts'
import { checkSubject } from './tidy/prose-rules.ts'
import { diagram, roomTable } from './tidy/rooms.ts'

if (process.argv.includes('--diagram')) process.stdout.write(`${diagram()}\n${roomTable()}`)
else {
  const read = (path: string): string => readFileSync(path, 'utf8')
  const present = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && statSync(path, { throwIfNoEntry: false })?.isFile())
  const paths = present.filter((path) => /\.(tsx?|css|sql|mjs|po|md)$/.test(path))
  const problems = checkRules(paths.map((path) => ({ path, text: read(path) })))
  const commands = commandsOf(read('package.json'), read('trials/trials.ts'))
  // Records quote earlier texts, and the test plants faults.
  for (const path of present.filter(
    (each) => !/^docs\/reading\/|^scripts\/tidy\/tidy\.test\.ts$|\.(?:png|webp|zst|woff2)$/.test(each),
  ))
    checkCommands({ path, text: read(path) }, commands, (at, line, words) => problems.push(`${at}:${line}: ${words}`))
  const [subject = ''] = execFileSync('git', ['log', '-1', '--format=%s'], { encoding: 'utf8' }).split('\n')
  checkSubject(subject, (path, line, words) => problems.push(`${path}:${line}: ${words}`))
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  process.stdout.write(problems.length ? `${problems.length} to put right\n` : `tidy: ${paths.length} files in order\n`)
  process.exitCode = problems.length ? 1 : 0
}
