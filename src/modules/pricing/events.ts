export interface OfTariff {
  companyId: string
}

declare module '#platform/events.ts' {
  interface Events {
    /** Rates, mileage, surcharges or terms. */
    'pricing.tariff-changed': OfTariff
  }
}
