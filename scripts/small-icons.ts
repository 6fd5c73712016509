// Makes lucide's icons smaller in the built pages: 100 of them are drawn in one way only (ui/icon.tsx), so their names, the keys of
// their shapes and the 2 kB that read a dozen options are left out. Development has lucide as it comes.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const drawIcon = fileURLToPath(new URL('../src/web/ui/draw-icon.ts', import.meta.url))

export const smallIcons = (): Plugin => ({
  name: 'vanfare:small-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /node_modules\/lucide-react\/dist\/esm\/(?:icons\/[\w-]+|createLucideIcon)\.mjs$/ },
    handler: (code, id) => ({ code: id.includes('/icons/') ? withoutNames(code) : fromOwn, map: null }),
  },
})

const fromOwn = `export { default } from ${JSON.stringify(drawIcon)}`

/** Throws for a form of icon that it does not know, so that a new release of lucide is noticed at the build. */
export function withoutNames(code: string): string {
  if (!/export \{ __iconData/.test(code)) return code
  if (!/\n {2}size: 24,\n/.test(code)) throw new Error(`Not an icon as lucide wrote them so far:\n${code}`)
  return code.replace(/,\s*key: "[^"]*"/g, '').replace(/\n {2}(?:name: "[^"]*"|size: 24),/g, '')
}
