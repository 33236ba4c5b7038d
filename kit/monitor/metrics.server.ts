import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
const registers = [registry]

export function collectProcess(): void {
  if (!registry.getSingleMetric('process_start_time_seconds')) collectDefaultMetrics({ register: registry })
}

export const readyNow = new Gauge({
  name: 'glasshouse_ready',
  help: '1 while /readyz answers 200.',
  registers,
})

export const callSeconds = new Histogram({
  name: 'glasshouse_call_duration_seconds',
  help: 'Time to answer a call of the API.',
  labelNames: ['call', 'code'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  registers,
})

export const refusals = new Counter({
  name: 'glasshouse_refusals_total',
  help: 'Refused calls by the key of their error. request.internal counts bugs.',
  labelNames: ['key'],
  registers,
})

export const jobSeconds = new Histogram({
  name: 'glasshouse_job_duration_seconds',
  help: 'Time of a run of a background job.',
  labelNames: ['job'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers,
})

export const jobFailures = new Counter({
  name: 'glasshouse_job_failures_total',
  help: 'Runs of a background job that failed or took too long.',
  labelNames: ['job'],
  registers,
})

export const jobDoneAt = new Gauge({
  name: 'glasshouse_job_last_success_timestamp_seconds',
  help: 'Moment of the last successful run of a background job.',
  labelNames: ['job'],
  registers,
})

export const loopsHeld = new Gauge({
  name: 'glasshouse_loop_held',
  help: '1 while this process runs the loop, under a lease if it needs one.',
  labelNames: ['loop'],
  registers,
})

type Pool = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
const pools = new Set<Pool>()

new Gauge({
  name: 'glasshouse_database_connections',
  help: 'Connections of this process by state. waiting: callers without one.',
  labelNames: ['state'],
  registers,
  collect() {
    const sum = (of: (pool: Pool) => number) => [...pools].reduce((total, pool) => total + of(pool), 0)
    this.set(
      { state: 'used' },
      sum(({ totalCount, idleCount }) => totalCount - idleCount),
    )
    this.set(
      { state: 'idle' },
      sum(({ idleCount }) => idleCount),
    )
    this.set(
      { state: 'waiting' },
      sum(({ waitingCount }) => waitingCount),
    )
  },
})

export function countPool(pool: Pool): () => void {
  pools.add(pool)
  return () => void pools.delete(pool)
}
