/** Project rules that no compiler checks. npm run tidy · npm run tidy -- --diagram (prints the map). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { checkHouse } from './tidy/check-house.ts'
import { diagram, roomTable } from './tidy/rooms.ts'

if (process.argv.includes('--diagram')) process.stdout.write(`${diagram()}\n${roomTable()}`)
else {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(tsx?|css|sql|mjs|po)$/.test(path) && existsSync(path))
  const problems = checkHouse(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  process.stdout.write(problems.length ? `${problems.length} to put right\n` : `tidy: ${paths.length} files in order\n`)
  process.exitCode = problems.length ? 1 : 0
}
