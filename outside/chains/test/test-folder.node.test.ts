import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from './test-folder.ts'

describe('a folder of a test', () => {
  it('is there until it is removed, with what is in it', () => {
    const folder = testFolder('test-folder-')
    expect(basename(folder.path)).toMatch(/^test-folder-\w+$/)
    writeFileSync(join(folder.path, 'a'), 'a')
    folder.remove()
    expect(existsSync(folder.path)).toBe(false)
  })

  const file = new URL('./test-folder.ts', import.meta.url).href
  it.each(['', "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)"])(
    'goes with its process where nobody removes it: %s',
    (ending) => {
      const script = `import { existsSync } from 'node:fs'
        import { testFolder } from '${file}'
        const { path } = testFolder('test-folder-')
        process.stdout.write(path + ' ' + existsSync(path))
        ${ending}`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
      const [path = '', wasThere] = stdout.split(' ')
      expect([wasThere, existsSync(path)]).toEqual(['true', false])
    },
  )
})
