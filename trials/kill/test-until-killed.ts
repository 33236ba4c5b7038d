import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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
