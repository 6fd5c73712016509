import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Few routes: the whole list travels with the first page, so that no link costs a request of its own.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
