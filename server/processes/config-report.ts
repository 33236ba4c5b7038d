import { readConfig } from './config.ts'
import { refuseUnsafeStart } from './safe-start.ts'
import { secretFileOf, variables } from './variables.ts'

export type ConfigReport = { readonly lines: readonly string[]; readonly isUsable: boolean }

/** Secrets are not shown. */
export function reportConfig(environment: Readonly<Record<string, string | undefined>>): ConfigReport {
  const rows = variables.map((variable) => {
    const { name, preset } = variable
    const file = secretFileOf(variable)
    const path = file && environment[file]?.trim()
    if (path) return [name, '(secret)', `file ${path}`]
    const value = environment[name]?.trim()
    if (!value) return [name, preset, 'default']
    return [name, 'isSecret' in variable ? '(secret)' : value, 'environment']
  })
  const widths = [0, 1].map((place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)))
  const lines = rows.map(
    ([name, value, from]) => `${name?.padEnd(widths[0] ?? 0)}  ${value?.padEnd(widths[1] ?? 0)}  ${from}`,
  )
  try {
    refuseUnsafeStart(readConfig(environment))
    return { lines: [...lines, '', 'Nothing is missing.'], isUsable: true }
  } catch (error) {
    return { lines: [...lines, '', (error as Error).message], isUsable: false }
  }
}
