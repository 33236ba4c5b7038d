import { classes } from '#ledger/posting/classes.ts'
import { type Movement, movements } from '#ledger/posting/movements.ts'
import { table } from './table.ts'

const accounts = ({ from, to }: Movement): string => `\`${from}\` → \`${to}\``

export function recordTypesPage(): string {
  const codes = [...new Set(movements.flatMap(({ code }) => code ?? []))].sort((a, b) => a - b)
  const rows = codes.flatMap((code) =>
    movements
      .filter((movement) => movement.code === code)
      .map((movement) => [`${code}`, movement.action, accounts(movement), movement.assets.join(' ')]),
  )
  return `# Record types

The record type code of every movement that shows in a wallet's records. A movement without a code touches no wallet and is in
[accounts.md](accounts.md).

${table(['Code', 'Action', 'From → to', 'Assets'], rows)}
`
}

export function accountsPage(): string {
  const rows = classes.map((name) => {
    const list = (found: readonly string[]): string => [...new Set(found)].map((each) => `\`${each}\``).join(' ') || '—'
    return [
      `\`${name}\``,
      list(movements.filter(({ to }) => to === name).map(({ from }) => from)),
      list(movements.filter(({ from }) => from === name).map(({ to }) => to)),
    ]
  })
  const all = movements.map((movement) => [
    movement.action,
    accounts(movement),
    movement.assets.join(' '),
    `${movement.code ?? '—'}`,
    movement.bond,
  ])
  return `# Accounts and movements

Every class of account, and what may pay it. Code and database hold the same table: a movement that is not in it is refused.

${table(['Account', 'Paid from', 'Pays to'], rows)}

## Every movement

*Bond* says how the two accounts must belong together.

${table(['Action', 'From → to', 'Assets', 'Code', 'Bond'], all)}
`
}
