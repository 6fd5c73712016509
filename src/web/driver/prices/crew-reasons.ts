// Why a unit cannot bring a crew, and the page on which to mend it.
import type { CrewReason } from '#modules/onboarding/rules.ts'

export const CREW_REASON_WORDS: Record<CrewReason, { text: string; to: string; action: string }> = {
  off: { text: 'switched off for this van.', to: '/working-unit#jobs', action: 'Jobs it takes' },
  rate: {
    text: 'no rate for this van.',
    to: '/settings/operations-and-pricing-hourly-rates',
    action: 'Hourly rates',
  },
  people: { text: 'not enough checked people.', to: '/settings/people', action: 'People' },
}
