export interface OfCompany {
  companyId: string
}

declare module '#platform/events.ts' {
  interface Events {
    'companies.details-changed': OfCompany
    /** Description, logo or gallery. */
    'companies.marketing-changed': OfCompany
    'companies.bank-account-confirmed': OfCompany
    /** The first or last day of VAT registration has changed. */
    'companies.vat-changed': OfCompany
  }
}
