import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './scripts/boot-script.ts'
import { textsAsFiles } from './scripts/text-files.ts'

/** The browser program. Its page and entry are in web/; what it imports with `#room/` is named in package.json. */
export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), tailwindcss(), lingui({ failOnCompileError: true }), bootScript(), textsAsFiles()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What the shell needs, then what nearly every screen is made of, in one piece each and not in twenty.
        codeSplitting: {
          // What a group needs stays where it belongs: otherwise every screen would fetch a group for one small rule in it.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 4 },
            // Where one buys, which lists of products and orders need nothing of.
            {
              name: 'purchase',
              test: /[\\/]investing[\\/](?:products[\\/](?:OwnAmount|Purchase|ProductFrame|ProductTerms|ProductTitle|Quote|CardLines|use-quote|reinvest)|gates[\\/])/,
              minShareCount: 2,
              priority: 1,
            },
            // What an order costs and brings, and what its pool really paid, wherever one meets it.
            {
              name: 'results',
              test: /[\\/](?:(?:investing[\\/]results|products[\\/]result)[\\/]|investing[\\/]products[\\/](?:realised|pool)-facts)/,
              minShareCount: 2,
              priority: 1,
            },
            // What a trade costs, before it and on its receipt.
            {
              name: 'trade',
              test: /[\\/](?:exchange[\\/]trade-figures|market[\\/]pair-rate)/,
              minShareCount: 2,
              priority: 1,
            },
            // Rows of records and their events: of a coin, and of all.
            {
              name: 'records',
              test: /[\\/]balances[\\/](?:RecordRow|EventRow|record-)/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'invest', test: /[\\/](?:features[\\/]investing|products)[\\/]/, minShareCount: 2, priority: 0 },
            // The rows of product lines, which whatever speaks of an order needs.
            { name: 'lines', test: /[\\/]ledger[\\/]lines\.ts$/, priority: 2 },
            // What checks signatures, and the words phrases are made of: several chunks want one of the two.
            {
              name: 'signed-text',
              test: /[\\/]@noble[\\/]curves[\\/]|[\\/]kit[\\/]signed-text\.ts$/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'word-list', test: /[\\/]bip39[\\/]wordlists[\\/]/, minShareCount: 2, priority: 1 },
            // What pages of proofs share.
            {
              name: 'proof',
              test: /[\\/](?:features[\\/]proof[\\/](?:ChainNote|ProofFiles|chain-root|check-apart|proof\.contract|proof-worker|use-checked|kept-statements|statement-chain)\.|docs[\\/]proof[\\/]verify\.mjs)/,
              minShareCount: 2,
              priority: 0,
            },
            // What checks a statement of reserves, and says who says what: the proof page, the reserves and the status.
            {
              name: 'reserves',
              test: /[\\/](?:features[\\/]proof[\\/](?:read-reserves|use-reserves|reserve-figures|reserves\.contract|status[\\/]read-hot|answer[\\/](?:CheckChip|NetworkRows|checks))\.|docs[\\/]proof[\\/]verify-reserves\.mjs|proofs[\\/]reserves[\\/])/,
              minShareCount: 2,
              priority: 1,
            },
            // The check of one's own part of a proof: home, the wallet and its own page read it.
            {
              name: 'own-proof',
              test: /[\\/](?:web[\\/]screens[\\/](?:own-figures|own-proof-store|use-own-proof|proof-age)|features[\\/]proof[\\/](?:check-own|looks|own-sums))\./,
              minShareCount: 2,
              priority: 2,
            },
            // Forms, methods and calls of P2P trades.
            {
              name: 'otc',
              test: /[\\/](?:features[\\/]otc[\\/](?:otc-fields|transactions\.contract|ads\.contract|AdCard|MethodFields)|otc[\\/](?:methods|otc-terms))\./,
              minShareCount: 2,
              priority: 2,
            },
            // A conversation, with support and inside a trade.
            {
              name: 'chat',
              test: /[\\/]features[\\/]chat[\\/](?:ChatThread|Bubble|Composer|ChatPicture)\./,
              minShareCount: 2,
              priority: 1,
            },
            // Recovery words: shown, entered, checked.
            { name: 'words', test: /[\\/]onboarding[\\/]words[\\/]/, minShareCount: 2, priority: 1 },
            // What amounts, codes and confirmations are made of: no screen that only shows something needs it.
            {
              name: 'forms',
              test: /[\\/](?:ui[\\/](?:AmountField|CodeField|DraftQuestion|HoldButton|NumberPad|PasswordSheet|amount-draft|drafts|share-of|use-draft|use-kept-fields)|kit[\\/]typed-(?:amount|code))\.tsx?$/,
              minShareCount: 2,
              priority: 2,
            },
            // What changes the wallets of a device, and sets them right.
            {
              name: 'wallets',
              test: /[\\/]ui[\\/](?:change-wallets|device-records|sealed-words|wallet-records|wallet-rows)\.ts$/,
              minShareCount: 2,
              priority: 2,
            },
            // What screens are made of, what reads and calls are made with, and what home and the wallet both begin with, in one piece: a
            // screen seen for the first time waits for few answers, not for twenty.
            {
              name: 'parts',
              test: /[\\/](?:ui[\\/](?!CaptchaSheet|Guilloche|LineChart|chart-lines|ReceiptActions|receipt-picture|share-picture|crop-picture|picture-kind|FiatText|FiatSheet|PendingRows|ScanSheet|SupportLink|StorageNote|Nowhere|do-work|keep-storage|lock|follow-keyboard|passkey-|sends)|@tanstack[\\/]|valibot[\\/]|@noble[\\/]hashes[\\/](?:sha2|legacy|_md|_u64|hmac|utils)|@scure[\\/]base|kit[\\/](?:(?:amount|typed-(?:amount|code|text)|figures|assets|chains|clock|expect|failure|ids|random|seal)\.ts$|wire[\\/])|(?:balances|market|profile|passkey|outcome)\.contract\.ts$|web[\\/](?:live|live-reads|keep-views|kept-reads|screens[\\/](?:WalletBar|BalanceHero|BackupBanner|MarketRows|OtcEntry|worth)))/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  // The thread that checks proofs fetches more only where the browser cannot check signatures.
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://localhost:8080' } },
})
