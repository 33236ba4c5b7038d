import { patienceMs } from '#kit/test-until.ts'

// What a screen shows is waited for as long as anything else.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: patienceMs })
}
