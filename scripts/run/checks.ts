import { binary, runNode } from './command.ts'
import type { Step } from './steps.ts'
import { buildWeb } from './web-build.ts'

/** Run alone by `npm run check -- tidy`. */
export const checkScripts: Readonly<Record<string, string>> = {
  types: 'scripts/types.ts',
  tidy: 'scripts/tidy.ts',
  security: 'scripts/security.ts',
  config: 'scripts/config.ts',
}

const script = (name: string, path: string, ...args: string[]): Step => ({
  name,
  run: () => runNode([path, ...args]),
})

export const readingSteps: readonly Step[] = [
  script('types', 'scripts/types.ts'),
  {
    name: 'lint and format',
    run: () => runNode([binary('@biomejs/biome', 'biome'), 'ci', '--colors=off', '--max-diagnostics=100', '.']),
  },
  script('tidy', 'scripts/tidy.ts'),
  script('texts', 'scripts/texts.ts', '--check'),
  script('generated docs', 'scripts/docs.ts', '--check'),
  script('security', 'scripts/security.ts'),
]

export const buildStep: Step = { name: 'build and budgets', run: () => buildWeb() }
