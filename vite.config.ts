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

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { alias },
  optimizeDeps: { include: ['lucide-react'] },
  // Bundled, so that the server loads the drawn icons alone and not the whole library.
  ssr: { noExternal: ['lucide-react'] },
  // No data: addresses: fonts and scripts come from our own origin only (see the Content-Security-Policy in src/app/web.ts).
  build: { assetsInlineLimit: 0, target: 'es2022', cssCodeSplit: true },
})
