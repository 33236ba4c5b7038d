/** Formats, fixes lint errors and generates files. npm run fix. */
import { binary, runNode } from './run/command.ts'

const answers = [
  await runNode([binary('@biomejs/biome', 'biome'), 'check', '--write', '.'], { show: true }),
  await runNode(['scripts/texts.ts'], { show: true }),
  await runNode(['scripts/docs.ts'], { show: true }),
]
process.exitCode = answers.every(({ ok }) => ok) ? 0 : 1
