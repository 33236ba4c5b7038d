import { CallFailure } from '#kit/wire/call-failure.ts'

/** Chromium remembers failures. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) throw new CallFailure('network', 'network')
  return load().catch(() => {
    throw new CallFailure('network', 'network')
  })
}
