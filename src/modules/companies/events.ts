export interface OfCompany {
  companyId: string
}

declare module '#platform/events.ts' {
  interface Events {
    'companies.details-changed': OfCompany
    /** Description, logo or gallery. */
    'companies.marketing-changed': OfCompany
    'companies.bank-account-confirmed': OfCompany
    /** From which day it is registered for VAT, or no longer. */
    'companies.vat-changed': OfCompany
  }
}
