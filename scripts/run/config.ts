import { type Config, ConfigError, readConfig } from '#server/config.ts'

/** The configuration of a command. Ends the process with the reason where a variable cannot be used. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
