/** Runs a trial. npm run trial (lists all) | name [-- options | -- --help (shows the options)] */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { trials } from './trials.ts'

const [program = '', , name = '', ...options] = process.argv
const trial = trials.find((each) => each.name === name)
const say = (text: string) => process.stdout.write(`${text}\n`)

if (!trial) {
  if (name) process.stderr.write(`There is no trial ${name}.\n`)
  const width = (key: 'name' | 'takes') => Math.max(...trials.map((each) => each[key].length))
  const [names, times] = [width('name'), width('takes')]
  say(trials.map((each) => `${each.name.padEnd(names)}  ${each.takes.padStart(times)}  ${each.shows}`).join('\n'))
  process.exitCode = name ? 1 : 0
} else {
  const file = new URL(trial.file, import.meta.url)
  if (options.includes('--help')) {
    const [, usage = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? []
    say(`Shows ${trial.shows}. Takes about ${trial.takes}.`)
    say(usage.replace(/\s*\n \* ?/g, '\n').trim())
  } else {
    process.argv = [program, fileURLToPath(file), ...options]
    await import(file.href)
  }
}
