// The addresses of the desk: filters, the place in the queue and the unit, so that any of them can be sent to a colleague.
import { DOCUMENT_KINDS, DOCUMENT_LABELS } from '#modules/fleet/documents/rules.ts'
import { filterAddress, type FilterValues } from '#web/kit/office/filters.ts'

type WaitingKind = (typeof DOCUMENT_KINDS)[number] | 'van'

const KINDS: readonly WaitingKind[] = [...DOCUMENT_KINDS, 'van']
const LABELS: Record<WaitingKind, string> = { ...DOCUMENT_LABELS, van: 'Details of the van' }

export const isWaitingKind = (text: string): text is WaitingKind => KINDS.some((kind) => kind === text)

/** The filters above the queue, with how many units wait for each kind. */
export const filtersOf = (waiting: readonly { kind: WaitingKind; count: number }[] = []) =>
  ({
    search: { kind: 'text', label: 'Company, plate or email' },
    kind: {
      kind: 'choice',
      label: 'Waiting with',
      choices: [
        { value: '', label: 'Anything' },
        ...KINDS.map((kind) => {
          const count = waiting.find((one) => one.kind === kind)?.count ?? 0
          return { value: kind, label: count > 0 ? `${LABELS[kind]} (${count})` : LABELS[kind] }
        }),
      ],
    },
  }) as const

export interface DeskPlace {
  values: FilterValues<ReturnType<typeof filtersOf>>
  page: number
  cursor: string | null
}

/** This place of the queue, with a unit open or the first. */
export function deskAddress({ values, page, cursor }: DeskPlace, unitId?: string): string {
  const search = new URLSearchParams(filterAddress(filtersOf(), values, cursor ? 1 : page))
  if (cursor) search.set('after', cursor)
  if (unitId) search.set('unit', unitId)
  return `/admin/verifications${search.size > 0 ? `?${search}` : ''}`
}

interface Queued {
  workingUnit: { id: string }
  looking: readonly string[]
}

/** The unit that comes after this one: the next in the queue that nobody else has open, else the first, else nothing. */
export function nextInQueue(queue: readonly Queued[], unitId: string): string | undefined {
  const at = queue.findIndex(({ workingUnit }) => workingUnit.id === unitId)
  const others = [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))]
  return (others.find(({ looking }) => looking.length === 0) ?? others[0])?.workingUnit.id
}
