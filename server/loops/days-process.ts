/** A separate process, so settlement takes no CPU or memory from chain watching and payments. */
import { type Running, runChild } from '#kit/run-child.server.ts'
import { monitorOf, readConfig } from '../processes/config.ts'
import { openLoopProcess } from './loop-process.ts'
import { dayLoops } from './schedule.ts'

const config = readConfig(process.env)

async function start(): Promise<Running> {
  const part = await openLoopProcess('days', config)
  part.run(dayLoops(part))
  return part
}

await runChild(start, { monitor: monitorOf(config, 'days') })
