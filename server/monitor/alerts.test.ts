import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { collectProcess, registry } from '#kit/monitor/metrics.server.ts'
import { figures } from './business.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
type Rule = { readonly alert: string; readonly expr: string }
const { groups } = parse(read('deploy/prometheus-rules.yml')) as { groups: readonly { rules: readonly Rule[] }[] }
const rules = groups.flatMap(({ rules: all }) => all)
type Panel = { readonly targets: readonly { readonly expr: string }[] }
const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: readonly Panel[] }

collectProcess()
const known = new Set([
  'up',
  ...registry.getMetricsAsArray().map(({ name }) => name),
  ...figures.map(({ name }) => name),
])
const metricsIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:glasshouse|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''))

it.each([
  ['alert', rules.map(({ expr }) => expr)],
  ['panel of the dashboard', panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
])('every %s reads metrics that exist', (_, exprs) => {
  expect(exprs.length).toBeGreaterThan(10)
  expect(exprs.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([])
})

it('every figure of the business has its place on the dashboard', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))))
  expect(figures.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
})

it('every alert has its cause and next step in the document', () => {
  const rows = [...read('docs/operating.md').matchAll(/^\| `([A-Z]\w+)` \| .{30,} \|$/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})
