import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('site/home.tsx'),
  route('terms', 'site/terms.tsx'),
  route('privacy-policy', 'site/privacy-policy.tsx'),
  route('verify-email', 'account/verify-email.tsx'),
  route('session/login', 'account/session-login.ts'),
  route('session/register', 'account/session-register.ts'),
  route('session/refresh', 'account/session-refresh.ts'),
  route('session/logout', 'account/session-logout.ts'),
  route('404', 'site/not-found.tsx'),
  route('*', 'site/not-found.tsx', { id: 'site/catch-all' }),
] satisfies RouteConfig
