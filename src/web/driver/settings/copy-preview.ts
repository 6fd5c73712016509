// What copying from one van to another would change, part by part.
import { HELP_LEVELS, type HelpLevel } from '#modules/fleet/rules.ts'
import { JOB_KINDS, type JobKind } from '#modules/fleet/units/rules.ts'
import { HELP_COLUMNS } from '#web/driver/prices/rates-form.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'

export const COPY_PARTS = ['operatingArea', 'schedule', 'allowedJobs'] as const
export type CopyPart = (typeof COPY_PARTS)[number]

export const PART_NAMES: Record<CopyPart, string> = {
  operatingArea: 'Operating area',
  schedule: 'Working hours',
  allowedJobs: 'Jobs it takes',
}

export type Copied = Pick<Unit, 'operatingArea' | 'allowedJobs'> & { schedule: Unit['schedule'] }

export interface Change {
  name: string
  before: string
  after: string
}

/** Differences between two units, one per line; empty if they agree. */
export function changesOf(part: CopyPart, from: Copied, to: Copied): Change[] {
  if (part === 'operatingArea') return areaChanges(from, to)
  return part === 'schedule' ? hourChanges(from, to) : jobChanges(from, to)
}

/** What the source offers of what the target's van seats. */
export const helpLevelsFrom = (from: Copied, to: Copied): HelpLevel[] =>
  from.allowedJobs.helpLevels.filter((help) => to.allowedJobs.possibleHelpLevels.includes(help))

/** Whether there is nothing to copy: no area, no hours, or no help level that fits the seats of the target’s van. */
export function isEmptyPart(part: CopyPart, from: Copied, to: Copied): boolean {
  if (part === 'operatingArea') return from.operatingArea.districts.length === 0
  return part === 'schedule' ? from.schedule.entries.length === 0 : helpLevelsFrom(from, to).length === 0
}

function areaChanges(from: Copied, to: Copied): Change[] {
  const [copied, own] = [from.operatingArea.districts, to.operatingArea.districts]
  const added = copied.filter((code) => !own.includes(code))
  const removed = own.filter((code) => !copied.includes(code))
  return [
    ...(added.length > 0 ? [{ name: 'Added', before: '–', after: codesText(added) }] : []),
    ...(removed.length > 0 ? [{ name: 'Removed', before: codesText(removed), after: '–' }] : []),
  ]
}

const NAMED_CODES = 12

/** "E10, E17 and 40 more" */
function codesText(codes: readonly string[]): string {
  const named = codes.slice(0, NAMED_CODES).join(', ')
  return codes.length > NAMED_CODES ? `${named} and ${codes.length - NAMED_CODES} more` : named
}

const days = ['1', '2', '3', '4', '5', '6', '0'] as const
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

function hourChanges(from: Copied, to: Copied): Change[] {
  return days.flatMap((day, index) => {
    const [before, after] = [hoursOn(to, day), hoursOn(from, day)]
    return before === after ? [] : [{ name: dayNames[index] ?? '', before, after }]
  })
}

function hoursOn({ schedule }: Copied, day: string): string {
  const entry = schedule.entries.find(({ dayOfWeek, dayOff }) => dayOfWeek === day && !dayOff)
  if (!entry) return 'Off'
  const end = entry.endTime === '23:59:59' ? '24:00' : entry.endTime.slice(0, 5)
  return `${entry.startTime.slice(0, 5)} to ${end}`
}

const kindNames: Record<JobKind, string> = { home_or_office: 'Home and office', furniture: 'Furniture' }

function jobChanges(from: Copied, to: Copied): Change[] {
  const kinds = ({ allowedJobs: { jobKinds } }: Copied) => listText(JOB_KINDS, jobKinds, (kind) => kindNames[kind])
  const helps = (levels: readonly HelpLevel[]) => listText(HELP_LEVELS, levels, (help) => HELP_COLUMNS[help].name)
  const changes: Change[] = [
    { name: 'Kinds', before: kinds(to), after: kinds(from) },
    { name: 'Who’s lifting', before: helps(to.allowedJobs.helpLevels), after: helps(helpLevelsFrom(from, to)) },
  ]
  return changes.filter(({ before, after }) => before !== after)
}

const listText = <One>(all: readonly One[], chosen: readonly One[], name: (one: One) => string): string =>
  all
    .filter((one) => chosen.includes(one))
    .map(name)
    .join(', ') || 'None'
