import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './scripts/build/boot-script.ts'
import { textsAsFiles } from './scripts/build/text-files.ts'

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
        // Groups shared modules so screens need few files.
        codeSplitting: {
          // Otherwise every screen would load a whole group for one small module.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 4 },
            {
              name: 'purchase',
              test: /[\\/]investing[\\/](?:products[\\/](?:[a-z-]+[\\/])*(?:OwnAmount|Purchase|ProductFrame|ProductTerms|ProductTitle|Quote|CardLines|use-quote|reinvest)|gates[\\/])/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'results',
              test: /[\\/](?:(?:investing[\\/]results|products[\\/]result)[\\/]|investing[\\/]products[\\/]detail[\\/](?:realised|pool)-facts)/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'trade',
              test: /[\\/](?:exchange[\\/]trade-figures|market[\\/](?:[a-z-]+[\\/])*(?:pair-rate|exchange\.contract|exchange-start)|identity[\\/]passwords[\\/]without-code|kit[\\/]store[\\/]settings)\b/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'records',
              test: /[\\/]balances[\\/]records[\\/](?:RecordRow|EventRow|record-)/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'invest', test: /[\\/](?:features[\\/]investing|products)[\\/]/, minShareCount: 2, priority: 0 },
            { name: 'lines', test: /[\\/](?:ledger[\\/]posting[\\/](?:lines|move)|star-level)\.ts$/, priority: 2 },
            {
              name: 'signed-text',
              test: /[\\/]@noble[\\/]curves[\\/]|[\\/]kit[\\/]seal[\\/]signed-text\.ts$/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'word-list', test: /[\\/]bip39[\\/]wordlists[\\/]/, minShareCount: 2, priority: 1 },
            {
              name: 'proof',
              test: /[\\/](?:features[\\/]proof[\\/](?:[a-z-]+[\\/])*(?:ChainNote|ProofFiles|chain-root|check-apart|proof\.contract|proof-worker|use-checked|kept-statements|statement-chain)\.|docs[\\/]proof[\\/]verify\.mjs)/,
              minShareCount: 2,
              priority: 0,
            },
            {
              name: 'reserves',
              test: /[\\/](?:features[\\/]proof[\\/](?:figures[\\/](?:read-reserves|use-reserves|reserve-figures)|reserves\.contract|status[\\/]read-hot|answer[\\/](?:CheckChip|NetworkRows|checks))\.|docs[\\/]proof[\\/]verify-reserves\.mjs|proofs[\\/]reserves[\\/])/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'own-proof',
              test: /[\\/](?:web[\\/]screens[\\/]proof[\\/](?:own-figures|own-proof-store|use-own-proof|proof-age)|features[\\/]proof[\\/]checks[\\/](?:check-own|checks|own-sums))\./,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'otc',
              test: /[\\/](?:features[\\/]otc[\\/](?:[a-z-]+[\\/])*(?:otc-fields|transactions\.contract|ads\.contract|AdCard|MethodFields)|otc[\\/](?:[a-z-]+[\\/])*(?:methods|otc-terms))\./,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'chat',
              test: /[\\/]features[\\/]chat[\\/](?:ChatThread|Bubble|Composer|ChatPicture)\./,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'words', test: /[\\/]onboarding[\\/]words[\\/]/, minShareCount: 2, priority: 1 },
            {
              name: 'forms',
              test: /[\\/](?:ui[\\/](?:[a-z-]+[\\/])*(?:AmountField|after-press|CodeField|DraftQuestion|HoldButton|NumberPad|PasswordSheet|amount-draft|drafts|share-of|use-draft|use-kept-fields)|kit[\\/](?:[a-z-]+[\\/])*typed-(?:amount|code))\.tsx?$/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'wallets',
              test: /[\\/]ui[\\/](?:[a-z-]+[\\/])*(?:change-wallets|device-records|sealed-words|wallet-records|wallet-rows)\.ts$/,
              minShareCount: 2,
              priority: 2,
            },
            // Components, data access and common parts of home and wallet, so a first visit needs few requests.
            {
              name: 'parts',
              test: /[\\/](?:ui[\\/](?:[a-z-]+[\\/])*(?!CaptchaSheet|Guilloche|LineChart|chart-lines|ReceiptActions|receipt-picture|share-picture|crop-picture|picture-kind|FiatText|FiatSheet|PendingRows|ScanSheet|SupportLink|StorageNote|Nowhere|do-work|keep-storage|lock|qr-path|follow-keyboard|passkey-|sends)[\w-]+\.|@tanstack[\\/]|valibot[\\/]|@noble[\\/]hashes[\\/](?:sha2|legacy|_md|_u64|hmac|utils)|@scure[\\/]base|kit[\\/](?:(?:[a-z-]+[\\/])*(?:amount|typed-(?:amount|code|text)|figures|coins|chains|clock|expect|failure|ids|random|seal)\.ts$|wire[\\/])|(?:balances|market|profile|passkey|outcome)\.contract\.ts$|web[\\/](?:live[\\/](?:live|live-reads|keep-views|kept-reads)|screens[\\/](?:home[\\/])?(?:WalletBar|BalanceHero|BackupBanner|MarketRows|OtcEntry|worth)))/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://localhost:8080' } },
})
