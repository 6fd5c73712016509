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

// Many small files compress badly: what every page shares is one file, and so are the five steps of a booking (166 KB brotli in all
// became 143). The layout stays out because it brings the sheet of the steps, and a route links only the sheets of its own file;
// dialogs stay out because they come with the press that opens them, as do what is shown where nobody is free and what sends photos.
// Parts of ui that neither the root nor a step draws stay out of what is shared. Icons go where they are drawn: the booking does not carry those of the settings.
// Sheets stay out of what is shared: one of them before app.css would decide the order of the layers.
const clientChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|@remix-run)\//, priority: 3 },
  {
    name: 'shared',
    test: /src\/web\/(ui|shell)\/(?!(?:unsaved|password-field|list-pages|tabs|focus-on-arrival)\.)[\w-]+\.tsx?$|node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
    priority: 2,
  },
  {
    name: 'booking',
    test: /src\/web\/(quote-flow|kit\/bookings)\/(?!layout|(?:[\w-]+\/)?(?:no-drivers|photo-upload|[\w-]+-dialog))(?:[\w-]+\/)?[\w-]+\.tsx?$/,
    priority: 1,
  },
]

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { alias },
  optimizeDeps: { include: ['lucide-react'] },
  // Bundled, so that the server loads the drawn icons alone and not the whole library.
  ssr: { noExternal: ['lucide-react'] },
  // No data: addresses: fonts and scripts come from our own origin only (see the Content-Security-Policy in src/app/web.ts).
  build: { assetsInlineLimit: 0, target: 'es2022', cssCodeSplit: true },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } } } } },
})
