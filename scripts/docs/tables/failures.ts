import { answerCode, type FailureKey } from '#kit/failure.ts'
import { textsOf } from '#kit/text/catalogue.server.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { raisedIn } from './raised.ts'
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

type Text = { readonly key: FailureKey; readonly text: string }

const refusalTexts = (): readonly Text[] =>
  [...textsOf('en')]
    .filter(([id]) => id.startsWith('error.'))
    .map(([id, text]) => ({ key: id.slice('error.'.length) as FailureKey, text }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

export function failuresPage(): string {
  const texts = refusalTexts()
  const files = raisedIn(texts.map(({ key }) => key))
  const rows = texts.map(({ key, text }) => [
    `\`${key}\``,
    `${answerCode(key)}: ${does[answerCode(key)]}`,
    text,
    (files.get(key) ?? []).map((path) => `\`${path}\``).join(' '),
  ])
  return `# Refusals

Every refusal there is: its key, the answer code with what the client does on it, the English text, and where it is raised. Which call may
answer it stands in [calls.md](calls.md); which message of the specification it is, in [the catalogue of errors](../error-catalogue.md).

${table(['Key', 'Code: the client', 'English', 'Raised in'], rows)}
`
}

/** Finds texts without an error, and error keys without a text. */
export function failureProblems(catalogue: string): string[] {
  const keys = refusalTexts().map(({ key }) => key)
  const files = raisedIn(keys)
  const idle = keys.filter((key) => !files.get(key)?.length)
  const named = [
    ...catalogue.replaceAll(/the text `[\w.]+`/g, '').matchAll(/`((?:req_token|token_03)\w*|[a-z]+\.[a-z_]+)`/g),
  ].map(([, key = '']) => key)
  return [
    ...idle.map((key) => `locales: 'error.${key}' has a text that nothing raises`),
    ...named
      .filter((key) => !(keys as readonly string[]).includes(key))
      .map((key) => `docs/error-catalogue.md: names '${key}', which is no refusal`),
  ]
}
