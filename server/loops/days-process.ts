/** A separate process, so settlement takes no CPU or memory from chain watching and payments. */
import { runChild } from '#kit/run-child.server.ts'
import { readConfig } from '../processes/config.ts'
import { openLoopProcess } from './loop-process.ts'
import { dayLoops } from './schedule.ts'

await runChild(async () => {
  const part = await openLoopProcess('days', readConfig(process.env))
  part.run(dayLoops(part))
  return part
})
