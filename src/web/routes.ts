import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('site/home.tsx'),
  layout('booking-flow/layout.tsx', [
    route('additional-services', 'booking-flow/additional-services.tsx'),
    route('clarify', 'booking-flow/clarify.tsx'),
    route('route-details', 'booking-flow/route-details.tsx'),
    route('pick-a-driver', 'booking-flow/pick-a-driver.tsx'),
    route('confirm-booking', 'booking-flow/confirm-booking.tsx'),
  ]),
  route('booking/:hash', 'my-bookings/shared-booking.tsx'),
  route('my-bookings/:tab?', 'my-bookings/my-bookings.tsx'),
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
