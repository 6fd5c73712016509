/** The parts of the sitemap. Pure. */

export const PARTS = ['pages', 'services', 'locations', 'articles', 'companies'] as const
export type Part = (typeof PARTS)[number]

/** "companies-2". Four digits are more than there are companies. */
export const PART_NAME = /^(?:pages|services|locations|articles|companies)-[1-9]\d{0,3}$/

/** URLs per sitemap part: well below the limit of 50,000, and quick to generate. */
export const MOST_IN_PART = 5000

export interface Entry {
  path: string
  /** Since when the page says what it says; null where that is not known. */
  changedAt: string | null
}

export const partName = (part: Part, number: number): string => `${part}-${number}`

/** Part for a name that PART_NAME matches. */
export function partOf(name: string): { part: Part; number: number } | undefined {
  const [kind, number] = name.split('-')
  const part = PARTS.find((one) => one === kind)
  return part && { part, number: Number(number) }
}

/** The newest of some moments; null where one of them is not known, or there is none. */
export function newestOf(moments: readonly (string | null)[]): string | null {
  const known = moments.filter((moment) => moment !== null)
  return known.length < moments.length ? null : (known.toSorted().at(-1) ?? null)
}

/** A company whose page tells a stranger something: it takes jobs, or customers have said how it went. */
export const isCompanyListed = ({ takesJobs, reviewsCount }: { takesJobs: boolean; reviewsCount: number }): boolean =>
  takesJobs || reviewsCount > 0
