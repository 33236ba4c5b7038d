import { type Config, ConfigError, readConfig } from '#server/processes/config.ts'

/** Prints the reason and exits on an invalid variable. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
