import { coins } from '#kit/amount/coins.ts'
import { type ChainRow, chainIds, chains } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import { release } from '#kit/release.ts'
import type { Db } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { bottomBar } from '#kit/time/bar-setting.ts'
import { fetchRequestToken, listEndpoints, loadConfig, loadVersion } from '#kit/wire/contracts/app.contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { appKey, appVersion } from '#kit/wire/signing/headers.ts'
import { fiatRounds } from '#market/prices/fiat-rounds.ts'
import { loadFiats } from '#outside/feeds/feed.store.ts'
import { type Maintenance, windowReader } from '../limits/maintenance.server.ts'
import { makeRequestToken } from '../limits/request-token.ts'

const fetchRequestTokenApi = implementRead(fetchRequestToken, async (input, { secrets, userAgent, wall }) => {
  if (input.appKey !== appKey) fail('field.format', { field: 'appKey' })
  return { requestToken: makeRequestToken({ key: secrets.requestTokenKey, appKey, userAgent }, wall) }
})

const chainTerms = chainIds.map((chain) => {
  const { name, standard, form, confirmations, coins: terms }: ChainRow = chains[chain]
  const travelling = coins.flatMap((coin) => {
    const row = terms[coin]
    return row
      ? [{ coin, depositMin: row.depositMin, withdrawalMin: row.withdrawalMin, withdrawalFee: row.withdrawalFee }]
      : []
  })
  return { chain, name, standard, form, confirmations, coins: travelling }
})

const windowText = (window: Maintenance | undefined) =>
  window ? { from: window.from.toISOString(), until: window.until.toISOString(), reason: window.reason } : null

const readers = new WeakMap<Db, ReturnType<typeof windowReader>>()
/** Shares one caching reader, because every client needs the maintenance window first. */
function windowOf(db: Db): ReturnType<typeof windowReader> {
  const reader = readers.get(db) ?? windowReader(db)
  readers.set(db, reader)
  return reader
}

const loadConfigApi = (demo: boolean) =>
  implementRead(loadConfig, async (_input, { db, now, wall }) => ({
    now: now.toISOString(),
    wall: wall.toISOString(),
    version: appVersion.name,
    versionCode: appVersion.code,
    demo,
    coins: [...coins],
    chains: chainTerms,
    fiats: fiatRounds(await loadFiats(db, wall)),
    bottomBar: await readSetting(db, bottomBar),
    maintenance: windowText(await windowOf(db)(now, wall)),
  }))

const listEndpointsApi = (lines: readonly string[]) => implementRead(listEndpoints, async () => ({ lines: [...lines] }))

const loadVersionApi = implementRead(loadVersion, async ({ language }, { db }) => {
  const { version, code, force, package: packageUrl, text } = await readSetting(db, release)
  const texts: Readonly<Record<string, string | undefined>> = text
  const packageType = packageUrl === '' ? ('page' as const) : ('package' as const)
  const description = texts[language] ?? texts.en ?? ''
  return { latest: code, latestName: version, description, packageUrl, force, packageType }
})

export const openCalls = (demo: boolean, lines: readonly string[]): readonly Implementation[] => [
  fetchRequestTokenApi,
  loadConfigApi(demo),
  listEndpointsApi(lines),
  loadVersionApi,
]
