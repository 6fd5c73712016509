import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('site/home.tsx'),
  route('terms', 'site/terms.tsx'),
  route('privacy-policy', 'site/privacy-policy.tsx'),
  route('404', 'site/not-found.tsx'),
  route('*', 'site/not-found.tsx', { id: 'site/catch-all' }),
] satisfies RouteConfig
