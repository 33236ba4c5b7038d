import { expect, it } from 'vitest'
import { evidenceDays, megabytes, sentPictureDays, unsentPictureDays } from './quotas.ts'

it('says bytes in whole megabytes, rounded', () => {
  const mib = 1_048_576
  expect([24 * mib, 1.5 * mib, 1.5 * mib - 1, 0].map(megabytes)).toEqual(['24', '2', '1', '0'])
})

it('keeps pictures for a day unsent, for 180 days once sent, and for 365 days as evidence', () => {
  expect([unsentPictureDays, sentPictureDays, evidenceDays]).toEqual([1, 180, 365])
})
