import type { listPersonTrail } from '#modules/office/contract.ts'
import { UNIT_STATUS_LABELS } from '#modules/fleet/units/rules.ts'
import { ownValue } from '#shared/records.ts'
import type { AnswerOf, Reading } from '#shared/endpoint.ts'

type Entry = Pick<AnswerOf<typeof listPersonTrail>['results'][number], 'action' | 'reason' | 'before' | 'after'>

/** Texts for actions, after the person’s name. An action that is missing here is shown by its own name. */
const ACTIONS: Readonly<Record<string, string>> = {
  'account.blocked': 'blocked the account',
  'account.unblocked': 'ended the block of the account',
  'account.closed': 'closed the account',
  'account.restored': 'opened the closed account again',
  'account.erased': 'erased the account',
  'account.never_verified': 'removed the account, whose address was never verified',
  'admin.created': 'made the account one of the office',
  'admin.role_changed': 'changed the role in the office',
  'admin.access_ended': 'ended the access to the office',
  'person.seen': 'looked at the person’s page',
  'person.messages_seen': 'read the messages sent to the person',
  'people.searched': 'searched for people',
  'customers.searched': 'searched for customers',
  'company.seen': 'looked at the company’s page',
  'company.vat': 'changed the VAT registration',
  'company.blocked': 'blocked the company',
  'company.deactivated': 'deactivated the company',
  'company.restored': 'lifted the stop of the company',
  'working_unit.blocked': 'blocked a unit',
  'working_unit.deactivated': 'deactivated a unit',
  'working_unit.restored': 'lifted the stop of a unit',
  'working_unit.status': 'a unit became',
  'van_facts.approved': 'approved facts of a van',
  'van_facts.refused': 'refused facts of a van',
  'document.approved': 'approved a document',
  'document.refused': 'refused a document',
  'person.approved': 'approved a person',
  'person.refused': 'refused a person',
  'driver.invited': 'invited a driver',
  'driver.uninvited': 'took an invitation back',
  'driver.joined': 'joined as driver of a unit',
  'driver.changed': 'changed what a driver may answer',
  'driver.removed': 'ended a driver’s access',
  'decision.undone': 'undid a decision',
  'settings.changed': 'changed a setting',
  'settings.withdrawn': 'withdrew a change of a setting',
  'settings.checked': 'confirmed that a charge is still correct',
  'review.hidden': 'hid a review',
  'review.restored': 'showed a review',
  'booking.confirmed_by_link': 'confirmed a new booking by the link in a message',
  'booking.rejected_by_link': 'rejected a new booking by the link in a message',
  'booking.made_by_phone': 'booked for somebody on the phone',
  'document.made': 'made a draft',
  'document.saved': 'saved and numbered a document',
  'document.sent': 'emailed a document',
  'document.discarded': 'discarded a draft',
  'correction.added': 'corrected a draft',
  'correction.removed': 'deleted a correction of a draft',
  'correction.confirmed': 'confirmed the corrections of a draft',
  'billing_run.started': 'began to bill a month',
  'billing_run.continued': 'continued to bill a month',
  'billing_run.stopped': 'stopped the billing of a month',
  'statement_query.answered': 'answered a query about a statement',
}

/** What was read or exported, after the verb. */
const READ: Record<Reading, string> = {
  audit: 'the audit log',
  billing_run: 'what a billing run made',
  board: 'the board',
  booking: 'a booking',
  bookings: 'bookings',
  card: 'a card payment',
  claim: 'a claim',
  claims: 'claims',
  companies: 'the list of companies',
  company: 'what happened to a company',
  day_questions: 'the questions about moving days',
  decisions: 'decisions',
  document: 'a document',
  figures: 'figures',
  invoice: 'invoices',
  messages: 'reported messages',
  move: 'a move',
  office_plans: 'moves for the office to plan',
  people: 'a list of people',
  person: 'what is kept of a person',
  reviews: 'reviews',
  sales_credit: 'sales credit invoices',
  sellers: 'the sellers’ report',
  setting_changes: 'changes of settings',
  staff: 'the office’s people',
  statement: 'statements',
  stopped_units: 'stopped units and appeals',
  undelivered: 'undelivered messages',
  units: 'a list of units',
  verification: 'the documents of a unit',
  verifications: 'the list of verifications',
}

const isReading = (text: string): text is Reading => text in READ

const readText = (action: string): string | undefined => {
  const [verb = '', what = ''] = action.split('.')
  return ['read', 'exported'].includes(verb) && isReading(what) ? `${verb} ${READ[what]}` : undefined
}

const named = (action: string): string => {
  const [noun = '', verb = ''] = action.split('.')
  return [noun, verb].filter(Boolean).join(': ').replaceAll('_', ' ')
}

const isStatus = (text: string): text is keyof typeof UNIT_STATUS_LABELS => text in UNIT_STATUS_LABELS
const statusText = (status: string): string =>
  isStatus(status) ? UNIT_STATUS_LABELS[status].toLowerCase() : status.replaceAll('_', ' ')

/** Text of an entry: “blocked the account: Three customers waited in vain.” */
export function trailText({ action, reason, after }: Entry): string {
  const actionText = ownValue(ACTIONS, action) ?? readText(action) ?? named(action)
  const status = action === 'working_unit.status' && after ? ` ${statusText(after)}` : ''
  return `${actionText}${status}${reason ? `: ${reason}` : ''}`
}
