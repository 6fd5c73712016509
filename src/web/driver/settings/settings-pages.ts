/** The driver's settings in menu order. Routes are spelled as in the specification. */
export interface SettingsPage {
  name: string
  to: string
  /** What it settles is one van's; all else is the company's. */
  isOfUnit?: true
}

const pricing = '/settings/operations-and-pricing'

export const settingsPages: readonly SettingsPage[] = [
  { name: 'General', to: '/settings/general' },
  { name: 'Driving Profile', to: '/settings/driving-profile', isOfUnit: true },
  { name: 'People', to: '/settings/people' },
  { name: 'Operations & Pricing', to: pricing, isOfUnit: true },
  { name: 'Marketing', to: '/settings/marketing' },
  { name: 'Payment Setup', to: '/settings/payment-setup' },
  { name: 'Notifications', to: '/settings/notifications' },
]

export const pricingPages: readonly SettingsPage[] = [
  { name: 'Operating area', to: pricing, isOfUnit: true },
  { name: 'Hourly rates', to: `${pricing}-hourly-rates` },
  { name: 'Route and mileage', to: `${pricing}-route-and-milleage` },
  { name: 'Terms', to: `${pricing}-terms` },
  { name: 'Out of hours', to: `${pricing}-out-of-hours` },
]
