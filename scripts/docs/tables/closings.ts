import { textsOf } from '#kit/text/catalogue.server.ts'
import { type Closing, closesNothing, closings, shutBy } from '#server/reference/closings.ts'
import { loadContracts } from './calls.ts'
import { table } from './table.ts'

export async function closingsPage(): Promise<string> {
  const contracts = (await loadContracts()).map(({ contract }) => contract)
  const texts = textsOf('en')
  const shutOf = (closing: Closing) =>
    contracts.flatMap((contract) => {
      const key = shutBy(closing, contract)
      return key ? [`\`${contract.path}\` \`${key}\``] : []
    })
  const rows = closings.map((closing) => {
    const shut = shutOf(closing)
    const alone = closing.keys.length === 1 ? `\`${closing.keys[0]}\`` : ''
    const named = alone ? shut.map((each) => each.split(' ')[0] ?? '') : shut
    return [
      closing.name,
      closing.by,
      alone || (shut.length > 0 ? 'each its own' : '—'),
      `${shut.length} of ${contracts.length}: ${named.join(' ') || '—'}`,
      closing.says.map(({ screen, text }) => `\`${screen}\`: “${texts.get(text) ?? text}”`).join('<br>') || '—',
    ]
  })
  const others = Object.entries(closesNothing).map(([name, does]) => [`\`${name}\``, does])
  return `# What is closed, and to whom

Every switch, window, maintenance, region, ban, freeze and wait, against every call and the screens that say it. A call that is not named
in a row answers as ever while that row is closed. \`server/whole/chains/closings.node.test.ts\` tries each row against each call, and refuses a setting that is in
neither table; \`e2e/proof/closings.spec.ts\` looks at the screens.

${table(['Closing', 'Set by', 'Answer', 'Calls it shuts', 'Where a screen says so'], rows)}

Settings that close nothing:

${table(['Setting', 'What it does'], others)}
`
}
