/** A new one needs its field in config.ts. */
export const variables = [
  { name: 'PORT', preset: '8080' },
  { name: 'HOST', preset: '127.0.0.1' },
  { name: 'DATA_DIR', preset: './data' },
  { name: 'DATABASE_URL', preset: 'PostgreSQL in DATA_DIR/postgres', isSecret: true },
  { name: 'DATABASE_OWNER_URL', preset: 'DATABASE_URL', isSecret: true },
  { name: 'WAL_ARCHIVE', preset: 'none' },
  { name: 'DEMO', preset: 'on without NETWORKS_FILE' },
  { name: 'DEMO_WORLD', preset: 'on in a demo without DATABASE_URL' },
  { name: 'DEMO_BLOCK_MS', preset: '1000' },
  { name: 'NETWORKS_FILE', preset: 'embedded chain' },
  { name: 'PASSPHRASE_FILE', preset: 'beside the keystore' },
  { name: 'BEHIND_PROXY', preset: 'off' },
  { name: 'TRUSTED_PROXIES', preset: 'this machine and private networks' },
  { name: 'ORIGINS', preset: 'none' },
  { name: 'SMTP_URL', preset: 'none', isSecret: true },
  { name: 'MAIL_FROM', preset: 'none' },
  { name: 'PUSH_HOSTS', preset: 'none' },
  { name: 'BREACHED_PASSWORDS_FILE', preset: 'none' },
  { name: 'LOG_LEVEL', preset: 'info' },
  { name: 'MONITOR_PORT', preset: 'none' },
  { name: 'MONITOR_HOST', preset: '127.0.0.1' },
] as const satisfies readonly { readonly name: string; readonly preset: string; readonly isSecret?: true }[]

type Variable = (typeof variables)[number]
type Secret = Extract<Variable, { readonly isSecret: true }>['name']
export type VariableName = Variable['name'] | `${Secret}_FILE`

export const secretFileOf = (variable: Variable): `${Secret}_FILE` | undefined =>
  'isSecret' in variable ? `${variable.name}_FILE` : undefined

export const variableNames: readonly VariableName[] = variables.flatMap((variable) => {
  const file = secretFileOf(variable)
  return file ? [variable.name, file] : [variable.name]
})
