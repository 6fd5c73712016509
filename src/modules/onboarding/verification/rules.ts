/** What the office compares beside each kind of document, and whether all of it was ticked (ADR 0029). Pure. */
import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import type { ApprovedFacts } from '#modules/fleet/documents/declarations-rules.ts'
import type { DocumentKind } from '#modules/fleet/documents/rules.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import { numberText } from '#shared/texts.ts'

export const CHECK_FIELDS = [
  'registration',
  'vehicle',
  'year',
  'keeper',
  'insured',
  'holder',
  'use',
  'cover',
  'gross_weight',
  'kerb_weight',
  'number',
  'expires_on',
] as const
export type CheckField = (typeof CHECK_FIELDS)[number]

export const CHECK_LABELS: Record<CheckField, string> = {
  registration: 'Registration',
  vehicle: 'Make and model',
  year: 'Year',
  keeper: 'Registered keeper',
  insured: 'Insured',
  holder: 'Name',
  use: 'Use',
  cover: 'Covers',
  gross_weight: 'Gross, F.1',
  kerb_weight: 'Kerb, G',
  number: 'Number',
  expires_on: 'Expires on',
}

/** What we have on file of a unit, its company and its people, to hold a document against. */
export interface OnFile {
  companyName: string
  legalName: string | null
  ownerName: string | null
  /** Who drives or helps in this unit. */
  people: readonly string[]
  /** The declared van if it waits, otherwise the approved one. */
  van: Pick<ApprovedFacts, 'registration' | 'make' | 'model' | 'year' | 'grossWeightKg' | 'kerbWeightKg'> | null
}

export interface CheckedDocument {
  kind: DocumentKind
  number: string | null
  expiresOn: LocalDay | null
  coverPence: number | null
  coverPerItemPence: number | null
}

/** A field with what we have on file for it, as it is shown and stored. */
export interface Check {
  field: CheckField
  onFile: string
}

const FIELDS: Record<DocumentKind, readonly CheckField[]> = {
  v5c: ['registration', 'vehicle', 'year', 'keeper', 'gross_weight', 'kerb_weight', 'number'],
  mot: ['registration', 'vehicle', 'number', 'expires_on'],
  hire_and_reward: ['registration', 'insured', 'use', 'number', 'expires_on'],
  right_to_work: ['holder', 'number', 'expires_on'],
  driving_licence: ['holder', 'number', 'expires_on'],
  goods_in_transit: ['insured', 'cover', 'number', 'expires_on'],
  public_liability: ['insured', 'cover', 'number', 'expires_on'],
  operator_licence: ['keeper', 'number', 'expires_on'],
  tachograph: ['registration', 'holder', 'number', 'expires_on'],
}

/** The fields to compare, in display order; one of which we have nothing on file is left out. */
export function checksOf(document: CheckedDocument, file: OnFile): Check[] {
  return FIELDS[document.kind].flatMap((field) => {
    const onFile = valueOf(field, document, file)
    return onFile === null ? [] : [{ field, onFile }]
  })
}

function valueOf(field: CheckField, document: CheckedDocument, file: OnFile): string | null {
  const { van } = file
  switch (field) {
    case 'registration':
      return van && van.registration
    case 'vehicle':
      return van && `${van.make} ${van.model}`
    case 'year':
      return van?.year ? String(van.year) : null
    case 'gross_weight':
      return kilograms(van?.grossWeightKg)
    case 'kerb_weight':
      return kilograms(van?.kerbWeightKg)
    case 'keeper':
    case 'insured':
      return names([file.legalName ?? file.companyName, file.ownerName])
    case 'holder':
      return names(file.people.length > 0 ? file.people.slice(0, MOST_NAMES) : [file.ownerName ?? file.companyName])
    case 'use':
      return 'Hire and reward'
    case 'cover':
      return coverOf(document)
    case 'number':
      return document.number
    default:
      return document.expiresOn && formatDateUk(document.expiresOn)
  }
}

const kilograms = (kg: number | null | undefined): string | null => (kg ? `${numberText(kg)} kg` : null)

/** More names than work with one van are no help beside a licence. */
const MOST_NAMES = 10

/** Either of them will do on a document. */
const names = (all: readonly (string | null)[]): string =>
  [...new Set(all.filter((name) => name !== null))].join(' or ')

/**
 * Cover required for public liability, in the words of the document hints; for goods, the declared amount or the
 * minimum for every company.
 */
const PUBLIC_LIABILITY = '£1 million or more'

function coverOf({ kind, coverPence, coverPerItemPence }: CheckedDocument): string {
  if (kind === 'public_liability') return PUBLIC_LIABILITY
  const { totalPence, perItemPence } = MINIMUM_COVER
  return coverPence && coverPerItemPence
    ? `${formatPounds(coverPence)} a move, ${formatPounds(coverPerItemPence)} an item`
    : `${formatPounds(totalPence)} a move and ${formatPounds(perItemPence)} an item, or more`
}

/** What keeps these ticks from being enough: fields without one, and fields whose value on file is another by now. */
export function tickFlaws(
  checks: readonly Check[],
  ticks: readonly Check[],
): { missing: CheckField[]; changed: CheckField[] } {
  const ticked = new Map(ticks.map(({ field, onFile }) => [field, onFile]))
  return {
    missing: checks.filter(({ field }) => !ticked.has(field)).map(({ field }) => field),
    changed: checks
      .filter(({ field, onFile }) => ticked.has(field) && ticked.get(field) !== onFile)
      .map(({ field }) => field),
  }
}

/** Who of the office has the same unit or person open (ADR 0029). Pure. */

/** Seconds between two signs of presence; one counts for somewhat more than twice as long. */
export const PRESENCE_INTERVAL_SECONDS = 20
export const PRESENCE_TIMEOUT_SECONDS = 45
