import { roomOf } from './rooms.ts'
import { type Code, isTest, type Say } from './source.ts'

const onPurpose: Readonly<Record<string, string>> = {
  'kit/test/test-until.ts': 'looks again and again for all the others',
  'ledger/test/test-kill.ts': 'a kill has to come at a moment nobody chose',
  'server/loops/watchdog.node.test.ts': 'a process that only waits has to outlive the watch for one that stands still',
  'trials/lying/test-lying-screen.tsx': 'hashes take real time beside timers that are the test’s',
  'ui/call/use-call.test.tsx': 'its timers are the test’s, and fire when it says so',
}

/** Real waits, and polls too short for a busy machine. */
const waits =
  /\bset(?:Timeout|Immediate)\b(?!')|\btimers\/promises\b|\bwaitForTimeout\b|\b(?:pg_)?sleep\(|\bAtomics\.wait\(/
const short = /\btimeout: ?(?:[12]?\d)?_?\d{3}\b|\.sees\(.*, (?:[1-5]?\d_?)?\d{3}\)/

/** Tests must wait for states, because no fixed delay is reliable. */
export function checkTime(code: Code, say: Say): void {
  const { path, lines } = code
  if (!isTest(path) && roomOf(path) !== 'e2e') return
  const isMeant = Object.hasOwn(onPurpose, path)
  let found = 0
  for (const [index, line] of lines.entries()) {
    const wait = waits.exec(line)?.[0]
    if (wait) found += 1
    if (wait && !isMeant)
      say(path, index + 1, `${wait} waits for time, wait for a state or for turns with kit/test/test-until.ts`)
    const look = short.exec(line)?.[0]
    if (look) say(path, index + 1, `'${look}' is missed by a busy machine, leave it out: one constant says how long`)
  }
  if (isMeant && found === 0) say(path, 1, 'waits for time no more, take it off the list in scripts/tidy/time-rules.ts')
}
