import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PO from 'pofile'
import { answerCode, type FailureKey } from '#kit/failure.ts'
import { answers } from '#kit/wire/envelope.ts'
import { root } from '../run/command.ts'
import { table } from './table.ts'

const does: Record<(typeof answers)[keyof typeof answers], string> = {
  [answers.success]: 'goes on',
  [answers.refused]: 'shows the message',
  [answers.signInAgain]: 'asks to sign in again',
  [answers.quiet]: 'nothing: a background read',
  [answers.stalled]: 'stalls',
  [answers.goHome]: 'shows the message, goes home',
  [answers.maintenance]: 'shows the message, goes home',
}

/** docs/generated/failures.md */
export function failuresPage(): string {
  const folder = join(root, 'locales')
  const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const items = areas.flatMap(({ name }) => PO.parse(readFileSync(join(folder, name, 'en.po'), 'utf8')).items)
  const rows = items
    .filter(({ msgid }) => msgid.startsWith('error.'))
    .map(({ msgid, msgstr }) => ({ key: msgid.slice('error.'.length) as FailureKey, text: msgstr[0] ?? '' }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, text }) => [`\`${key}\``, `${answerCode(key)}: ${does[answerCode(key)]}`, text])
  return `# Refusals

Every refusal there is: its key, the answer code with what the client does on it, and the English text.

${table(['Key', 'Code: the client', 'English'], rows)}
`
}
