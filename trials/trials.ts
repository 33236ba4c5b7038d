export type Trial = {
  readonly name: string
  /** In this folder. */
  readonly file: string
  readonly shows: string
  /** A rough figure at the default size. */
  readonly takes: string
}

/** All trials. A new one needs a row here and its file. */
export const trials: readonly Trial[] = [
  {
    name: 'bench',
    file: 'bench/ledger.ts',
    shows: "the ledger's entries per second next to pgbench; writes docs/performance.md",
    takes: '5 min',
  },
  {
    name: 'bench-alerts',
    file: 'bench/alerts.ts',
    shows: 'the time to check and send two million price alerts',
    takes: '5 min',
  },
  {
    name: 'bench-calls',
    file: 'bench/calls.ts',
    shows: 'API calls per second of signed clients next to a theoretical minimum',
    takes: '10 min',
  },
  {
    name: 'bench-compare',
    file: 'bench/compare.ts',
    shows: 'the time to reconcile a million deposit addresses with a chain',
    takes: '5 min',
  },
  {
    name: 'bench-dead-node',
    file: 'bench/dead-node.ts',
    shows: "each job's runs before, during and after a chain's node stalls",
    takes: '15 min',
  },
  {
    name: 'bench-dust',
    file: 'bench/dust.ts',
    shows: 'how late deposits are credited during 100,000 dust payments',
    takes: '5 min',
  },
  {
    name: 'bench-flood',
    file: 'bench/flood.ts',
    shows: "holders' calls during 2,000 fake sign-ups, and a wallet with 10,000 orders",
    takes: '5 min',
  },
  {
    name: 'bench-idle',
    file: 'bench/idle.ts',
    shows: 'transactions and writes of an idle product',
    takes: '2 min',
  },
  {
    name: 'bench-midnight',
    file: 'bench/settlement/midnight.ts',
    shows: 'how fast withdrawals reach a node while a million orders are settled',
    takes: '20 min',
  },
  {
    name: 'bench-own-reads',
    file: 'bench/own-reads.ts',
    shows: 'history reads of a wallet with 200 and with 80,000 records',
    takes: '10 min',
  },
  {
    name: 'bench-proof',
    file: 'bench/proof/proof.ts',
    shows: "time, memory and size of a day's proof tree, and its check",
    takes: '1 min',
  },
  {
    name: 'bench-restarts',
    file: 'bench/restarts.ts',
    shows: 'transfers that are lost or late while each part is restarted 20 times',
    takes: '8 min',
  },
  {
    name: 'bench-settlement',
    file: 'bench/settlement/settlement.ts',
    shows: 'the time to settle a day with one and two processes, and after kills',
    takes: '30 min',
  },
  {
    name: 'bench-takeover',
    file: 'bench/takeover.ts',
    shows: 'the time until one worker runs all jobs of a failed one',
    takes: '3 min',
  },
  {
    name: 'bench-team',
    file: 'bench/team/team.ts',
    shows: 'the time to settle rewards and stars of a team of a million wallets',
    takes: '5 min',
  },
  {
    name: 'bench-uploads',
    file: 'bench/uploads.ts',
    shows: 'the time of a picture upload next to 64 very slow ones',
    takes: '1 min',
  },
  {
    name: 'brute-force',
    file: 'brute/brute-force.ts',
    shows: 'that guessed passwords, codes, captchas and wallet IDs fail; writes docs/security/guessing.md',
    takes: '5 min',
  },
  {
    name: 'demo-world',
    file: 'demo-world/make.ts',
    shows: "sixty simulated days; writes the demo's initial data to db/",
    takes: '2 min',
  },
  {
    name: 'examples',
    file: 'examples/examples.ts',
    shows: 'that each patch of docs/examples still applies and passes its tests',
    takes: '3 min',
  },
  {
    name: 'first-figures',
    file: 'screens/first-figures.ts',
    shows: 'when screens show figures on a slow phone, and how much they shift',
    takes: '10 min',
  },
  {
    name: 'fuzz',
    file: 'fuzz/fuzz.ts',
    shows: 'that every call answers malformed requests correctly',
    takes: '8 min',
  },
  {
    name: 'kill-money',
    file: 'kill/kill-money.ts',
    shows: 'that no coin is lost when processes are killed while money moves',
    takes: '10 min',
  },
  {
    name: 'kill-server',
    file: 'kill/kill-server.ts',
    shows: 'that no acknowledged transfer is lost when the API is killed under load',
    takes: '5 min',
  },
  {
    name: 'lighthouse',
    file: 'screens/lighthouse.ts',
    shows: "Lighthouse's figures of the screens; writes docs/lighthouse.md",
    takes: '30 min',
  },
  {
    name: 'look',
    file: 'screens/screenshot.ts',
    shows: 'one screen of the built app as pictures, light, dark, in Urdu and Chinese',
    takes: '1 min',
  },
  {
    name: 'mutants',
    file: 'mutants/mutants.ts',
    shows: 'how many planted faults the tests find',
    takes: '1 h',
  },
  {
    name: 'pictures',
    file: 'screens/pictures.ts',
    shows: 'the key screens in six languages; writes docs/screens/',
    takes: '10 min',
  },
  {
    name: 'route-changes',
    file: 'screens/route-changes.ts',
    shows: 'the time to change screens on a slow phone; writes docs/route-changes.md',
    takes: '10 min',
  },
  {
    name: 'screens',
    file: 'screens/screens.ts',
    shows: 'that every screen fits in every language at three widths; writes docs/screens/coverage.md',
    takes: '20 min',
  },
  {
    name: 'search-gains',
    file: 'gains/search-gains.ts',
    shows: 'that random calls that move money give an attacker no gain',
    takes: '1 h',
  },
  {
    name: 'simulate',
    file: 'ledger/simulate.ts',
    shows: 'that the ledger equals a simple model after a million random operations',
    takes: '10 min',
  },
  {
    name: 'simulate-attacker',
    file: 'attacker/simulate-attacker.ts',
    shows: 'that 60 days of price manipulation give no gain on any line',
    takes: '3 min',
  },
  {
    name: 'simulate-lying-server',
    file: 'lying/simulate-lying-server.ts',
    shows: 'that screens warn if a server shows more coins than the proof',
    takes: '1 h',
  },
  {
    name: 'simulate-year',
    file: 'year/simulate-year.ts',
    shows: 'that the books hold in a year of random users on every line',
    takes: '15 min',
  },
  {
    name: 'tron-live-check',
    file: 'tron/live-check.ts',
    shows: 'that a TRON node answers as the product expects',
    takes: '1 min',
  },
  {
    name: 'tron-oracle',
    file: 'tron/oracle.ts',
    shows: "that our TRON transactions equal tronweb's, and corrupted addresses are refused",
    takes: '2 min',
  },
  {
    name: 'try-client',
    file: 'client/try-client.ts',
    shows: 'that the Python and Node clients of docs/client-example work',
    takes: '1 min',
  },
]
