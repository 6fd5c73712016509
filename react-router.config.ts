import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { brotli, gzipped } from './src/app/compression.ts'
import { routesPath } from './src/app/routes-path.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // An action that runs in the browser is a line or two here: not worth a file of its own, which every page's manifest would name.
  splitRouteModules: false,
  // A page brings its own routes; those of the links on it are asked for once it is there, so that a new page makes no other heavier.
  routeDiscovery: { mode: 'lazy', manifestPath: routesPath },
  buildEnd: ({ reactRouterConfig }) => compressClient(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config

/** As small as it gets, once, at build time; src/app/static-files.ts serves what it finds beside a file. */
async function compressClient(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg|json)$/.test(name),
  )
  await Promise.all(
    files.map(async (name) => {
      const path = join(directory, name)
      const body = await readFile(path)
      await Promise.all([
        brotli(body, 11).then((small) => writeFile(`${path}.br`, small)),
        gzipped(body, 9).then((small) => writeFile(`${path}.gz`, small)),
      ])
    }),
  )
}
