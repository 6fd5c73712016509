import type { LocalDay } from '#shared/local-time.ts'
import { sumPence, type Pence } from '#shared/money.ts'

/**
 * The yearly report of sellers that HMRC asks of platforms (Platform Operators (Due Diligence and Reporting Requirements) Regulations
 * 2023, after the model rules of the OECD): calendar years, by quarters, by 31 January of the next year. Every seller of a service is
 * reported; only sellers of goods may be too small. Pure.
 */

export interface SellerQuarter {
  quarter: number
  /** Jobs and cancellations that were paid for. */
  activities: number
  /** What customers owed, less what was credited to them. */
  grossPence: Pence
  /** Our commission, without VAT. */
  feesPence: Pence
  /** VAT on it. */
  taxesPence: Pence
  /** Paid or credited to the seller: without fees and taxes. */
  considerationPence: Pence
}

export const sumOfQuarters = (quarters: readonly SellerQuarter[]): Omit<SellerQuarter, 'quarter'> => ({
  activities: quarters.reduce((sum, { activities }) => sum + activities, 0),
  grossPence: sumPence(quarters.map(({ grossPence }) => grossPence)),
  feesPence: sumPence(quarters.map(({ feesPence }) => feesPence)),
  taxesPence: sumPence(quarters.map(({ taxesPence }) => taxesPence)),
  considerationPence: sumPence(quarters.map(({ considerationPence }) => considerationPence)),
})

/** All four, in order. */
export const fourQuarters = (found: readonly SellerQuarter[]): SellerQuarter[] =>
  [1, 2, 3, 4].map(
    (quarter) =>
      found.find((one) => one.quarter === quarter) ?? {
        quarter,
        activities: 0,
        grossPence: 0,
        feesPence: 0,
        taxesPence: 0,
        considerationPence: 0,
      },
  )

export const MISSING = ['legal_name', 'address', 'date_of_birth', 'tax_number', 'account'] as const
export type Missing = (typeof MISSING)[number]

export interface Identity {
  legalName: string | null
  address: string | null
  companyNumber: string | null
  taxNumber: string | null
  dateOfBirth: LocalDay | null
  accountTail: string | null
}

/** What the report asks of a seller and we do not hold. */
export function missingOf({
  legalName,
  address,
  companyNumber,
  taxNumber,
  dateOfBirth,
  accountTail,
}: Identity): Missing[] {
  const isThere: Record<Missing, boolean> = {
    legal_name: Boolean(legalName?.trim()),
    address: Boolean(address?.trim()),
    // A company gives its company number instead.
    date_of_birth: companyNumber !== null || dateOfBirth !== null,
    tax_number: taxNumber !== null,
    account: accountTail !== null,
  }
  return MISSING.filter((one) => !isThere[one])
}

/** The year that is to be reported next: until the end of January the last one. */
export const yearToReport = (today: LocalDay): number => {
  const year = Number(today.slice(0, 4))
  return today.slice(5) <= '01-31' ? year - 1 : year
}
