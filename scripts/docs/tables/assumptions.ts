import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from '../../run/command.ts'
import { table } from './table.ts'

/** Joins consecutive `//` lines. */
function commentsOf(path: string, text: string): string[] {
  const { comments } = parseSync(path, text)
  const joined: string[] = []
  let endedAt = -1
  for (const { type, value, start, end } of comments) {
    const words = value.replace(/\n\s*\*/g, ' ').replace(/^\*/, '')
    const goesOn = type === 'Line' && endedAt >= 0 && text.slice(endedAt, start).trim() === ''
    if (goesOn) joined.push(`${joined.pop()} ${words}`)
    else joined.push(words)
    endedAt = type === 'Line' ? end : -1
  }
  return joined.map((words) => words.replace(/\s+/g, ' ').trim())
}

export function assumptionsTable(): string {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path && !path.startsWith('scripts/') && existsSync(join(root, path)))
    .sort()
  const rows = paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    if (!text.includes('Assumed:')) return []
    return commentsOf(path, text).flatMap((comment) => {
      const assumed = comment.split('Assumed: ')[1]?.split(' @')[0]
      return assumed ? [[`\`${path}\``, assumed]] : []
    })
  })
  return table(['Where', 'Assumed'], rows)
}
