import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { logFolder } from '#server/processes/config.ts'
import { takePicture } from './browser.ts'
import { openPages } from './open-browser.ts'
import { shared } from './shared-product.ts'

const [pageLines, logLines] = [80, 15]

const last = (text: string, count: number): string => text.trimEnd().split('\n').slice(-count).join('\n')

// Prints each page and the last log lines of each process.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const said: string[] = []
  for (const [place, page] of (await openPages()).entries()) {
    await takePicture(page, `failed ${task.name} ${place + 1}`).catch(() => undefined)
    const tree = await page.locator('body').ariaSnapshot().catch(String)
    said.push(`${page.url()}\n${tree.split('\n').slice(0, pageLines).join('\n')}`)
  }
  const folder = logFolder({ dataDir: shared.dataDir })
  for (const name of existsSync(folder) ? globSync('*.log', { cwd: folder }) : [])
    said.push(`${name}\n${last(readFileSync(join(folder, name), 'utf8'), logLines)}`)
  process.stdout.write(`\n${task.name} failed\n${said.join('\n\n')}\n`)
})
