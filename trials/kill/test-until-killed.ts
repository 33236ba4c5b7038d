import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs a part beside this file that kills itself at a step, if it is told one, until it ends.
 * @returns whether it was killed. @throws where it ended by a fault, with what it said last
 */
export function untilKilled(name: string, ...args: readonly string[]): Promise<boolean> {
  const file = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString()
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true)
      else if (code === 0) resolve(false)
      else reject(new Error(`${name} ended with ${code}: ${said.slice(-2000)}`))
    })
  })
}
