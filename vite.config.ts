import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { smallIcons } from './scripts/small-icons.ts'

const packageFile = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  imports: Record<string, string>
}

// package.json "imports" is the one list of aliases: "#web/*" → "./src/web/*".
const alias = Object.entries(packageFile.imports).map(([name, target]) => ({
  find: new RegExp(`^${name.replace('*', '')}`),
  replacement: fileURLToPath(new URL(target.replace('*', ''), import.meta.url)),
}))

// Many small files compress badly, so what the five steps of a booking draw is one file, with the shell and the primitives that every
// page has: the root needs parts of the steps anyway. Out of it stay:
// - the layout of the steps, because it brings their sheet, and a route links only the sheets of its own file; and what it waits for
// - the page where the office ends, which no customer opens; and those by which a move arrives
// - dialogs, which come with the press that opens them, what there is to know about a company and before booking, what finds items by words, reads a pasted list and fills one, the form of an own item, what is opened or ticked first, what asks for streets and looks up addresses, what is shown where nobody is free, and where somebody is, what sends photos, and what only the pages of bookings have
// - parts of ui and of the shell that no step draws at once
const steps =
  /src\/web\/(?:quote-flow|kit\/bookings)\/(?!layout|phone-booking\/|prices\/|reuse-move\/(?!send-list\.)|(?:[\w-]+\/)?(?:catalogue-ready|status-badge|load-with-retry|no-drivers|photo-upload|item-search|item-texts|list-reader|listed-items|filled-list|company-sheet|sheet-reviews|comparison|faq|answers|ranking-rule|no-driver-reasons|quote-list|quote-flags|offer-card|own-item-form|own-item\.|load-list|furniture-help-fields|expired-price|chosen-items|item-list|remedies|street-fields|address-finder|[\w-]+-dialog))(?:[\w-]+\/)?[\w-]+\.tsx?$/
const everyPage =
  /src\/web\/(?:ui|shell)\/(?!(?:unsaved|password-field|list-pages|tabs|focus-on-arrival|footer|served-links|quote-card)\.)[\w-]+\.tsx?$/
const rootParts =
  /src\/shared\/fields-of\.ts$|src\/web\/(?:kit\/session\/(?:auth-data|session-ended|asks-for-login|logged-out)|account\/(?:login\/use-account-problem|session\/session-watch))\.tsx?$/

// Icons go where they are drawn; those of several other pages are one file. The fewer the files, the shorter the manifest that every page loads.
const clientChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|@remix-run)\//, priority: 2 },
  {
    name: 'booking',
    test: new RegExp([steps, everyPage, rootParts].map(({ source }) => source).join('|')),
    priority: 1,
  },
  // What asks the server something from the page, and what a price is asked with: small files, needed together.
  {
    name: 'asking',
    test: /src\/(?:shared\/wire|web\/kit\/(?:session\/(?:api-fetch|session-answers|read-answer)|forms\/use-api-query))\.ts$/,
    priority: 1,
  },
  {
    name: 'prices',
    test: /src\/web\/quote-flow\/prices\/(?:lowest-price-line|lowest-price|price-question|other-days)\.tsx?$/,
    priority: 1,
  },
  { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
]

export default defineConfig({
  plugins: [smallIcons(), reactRouter()],
  // Workers are served beside the pages, because each is in charge of what lies below its own address.
  publicDir: 'src/web/workers',
  resolve: { alias },
  optimizeDeps: { include: ['lucide-react'] },
  // Bundled, so that the server loads the drawn icons alone and not the whole library.
  ssr: { noExternal: ['lucide-react'] },
  // No data: addresses: fonts and scripts come from our own origin only (see the Content-Security-Policy in src/app/web.ts).
  build: { assetsInlineLimit: 0, target: 'es2022', cssCodeSplit: true },
  environments: {
    client: {
      build: {
        // What the browser gets is handed on, so its licences are too; the footer leads there.
        license: { fileName: 'licences.txt' },
        rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } },
      },
    },
  },
})
