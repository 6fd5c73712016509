import type { getRun, listSteps, previewMonth } from '#modules/billing/runs/contract.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import type { StepState } from '#modules/billing/runs/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

export type Run = AnswerOf<typeof getRun>
export type Preview = AnswerOf<typeof previewMonth>
export type StepList = AnswerOf<typeof listSteps>
export type Step = StepList['results'][number]

const NOUNS: Record<DocumentKind, [one: string, many: string]> = {
  statement: ['statement', 'statements'],
  invoice: ['invoice run', 'invoice runs'],
  sales_credit: ['sales credit', 'sales credits'],
}

export const kindText = (kind: DocumentKind, count: number): string => {
  const [one, many] = NOUNS[kind]
  return count === 1 ? one : many
}

/** "2 statements and 1 invoice run"; empty if there are none. */
export const draftsText = (drafts: Preview['openDrafts']): string =>
  drafts.map(({ kind, count }) => `${count} ${kindText(kind, count)}`).join(' and ')

/** Texts of a document’s state in the log of a run. */
export const STATE_TEXTS: Record<StepState, string> = {
  waiting: 'Waiting',
  made: 'Made, drafts',
  saved: 'Saved and numbered',
  sent: 'Saved and sent',
  unaddressed: 'Saved, but not sent: no email address',
  no_data: 'No completed bookings in the period',
  covered: 'Already on saved documents, skipped',
  failed: 'Failed, needs checking',
}

/** "about 40 s left", "about 3 min left" */
export function leftText(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`
  return `about ${Math.ceil(seconds / 60)} min left`
}

/** How far a run goes. */
export const REACHES = ['drafts', 'save', 'send'] as const
export type Reach = (typeof REACHES)[number]

export const REACH_TEXTS: Record<Reach, { label: string; hint: string }> = {
  drafts: { label: 'Make drafts', hint: 'Check them first. Nothing is numbered yet.' },
  save: { label: 'Make and save', hint: 'Each gets the next number of its tax year, and never changes again.' },
  send: { label: 'Make, save and send', hint: 'Then each is emailed to its recipient, once.' },
}

export const aimsOf = (reach: string): { save: boolean; send: boolean } => ({
  save: reach === 'save' || reach === 'send',
  send: reach === 'send',
})

export const reachOf = ({ save, send }: { save: boolean; send: boolean }): Reach =>
  send ? 'send' : save ? 'save' : 'drafts'
