import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const packageFile = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  imports: Record<string, string>
}

// package.json "imports" is the one list of aliases: "#web/*" → "./src/web/*".
const alias = Object.entries(packageFile.imports).map(([name, target]) => ({
  find: new RegExp(`^${name.replace('*', '')}`),
  replacement: fileURLToPath(new URL(target.replace('*', ''), import.meta.url)),
}))

/** What only people with an account meet: drivers' papers, people and vans, lists by page, states of bookings, and how files are sent. */
const OF_ROOMS =
  'modules/(?:bookings/rules|fleet/(?:documents|people|units|vans)/)|web/(?:kit/(?:units/|upload/send-files)|ui/tabs)'

// React and the router change with their releases only; the rest is split by route and by dialog, as the bundler finds it.
const clientChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|@remix-run)\//, priority: 1 },
  // An icon that few pages have comes with them: who books needs a third of all.
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 6, priority: 1 },
  // What many pages share would be a file for each module otherwise, and many small files compress badly.
  // The office's own parts stay out of it, and those of the rooms: nobody who books needs them.
  { name: 'shared', test: new RegExp(`src/(?!${OF_ROOMS}|web/(?:kit/office|admin)/)`), minShareCount: 15 },
  { name: 'rooms', test: new RegExp(`src/(?:${OF_ROOMS})`), minShareCount: 15 },
]

export default defineConfig({
  plugins: [reactRouter()],
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
        rolldownOptions: {
          output: { codeSplitting: { groups: clientChunks } },
          // Rules and values do nothing by being loaded: what is imported for a type or for the server alone stays away.
          treeshake: { moduleSideEffects: [{ test: /src\/(?:modules|shared)\//, sideEffects: false }] },
        },
      },
    },
  },
})
