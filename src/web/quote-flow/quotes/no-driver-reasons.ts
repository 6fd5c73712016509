// Why no van can come, in words.
import type { NobodyReason } from '#modules/quoting/rules.ts'

const texts: Record<NobodyReason, [one: string, many: string]> = {
  busy: ['is on another job', 'are on another job'],
  off: ['isn’t working then', 'are off then'],
  van: ['is the wrong size', 'are of another size'],
  tail_lift: ['has no tail-lift', 'have no tail-lift'],
  help: ['comes with fewer people', 'come with fewer people'],
  load: ['carries less', 'carry less'],
  job_kind: ['doesn’t take this kind of job', 'don’t take such jobs'],
  drive: ['can’t get there in time from another job', 'are too far away from another job'],
  drivers_hours: ['would exceed drivers’ hours limits', 'would exceed drivers’ hours limits'],
  zone: ['may not enter a zone on the way', 'may not enter a zone on the way'],
  papers: ['doesn’t have valid documents for that day', 'aren’t cleared for that day'],
}

/** "6 are on another job". */
export const reasonText = ({ reason, vans }: { reason: NobodyReason; vans: number }): string =>
  `${vans} ${texts[reason][vans === 1 ? 0 : 1]}`
