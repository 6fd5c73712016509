import { formatPence } from '#shared/money.ts'

interface Sums {
  totalPence: number
  line: { label: string; amountPence: number } | null
  newTotalPence: number | null
}

/** What was booked, the line of the change, and both together. */
export function ChangeSums({ totalPence, line, newTotalPence }: Sums) {
  if (!line) return null
  return (
    <dl className="num">
      <div className="sumline">
        <dt>Booked</dt>
        <dd>{formatPence(totalPence)}</dd>
      </div>
      <div className="sumline">
        <dt>{line.label}</dt>
        <dd>{formatPence(line.amountPence)}</dd>
      </div>
      <div className="sumline sumline--all">
        <dt>New total</dt>
        <dd>{formatPence(newTotalPence ?? totalPence + line.amountPence)}</dd>
      </div>
    </dl>
  )
}

export const agreeText = (line: { amountPence: number } | null): string =>
  line && line.amountPence > 0 ? `Agree to ${formatPence(line.amountPence)}` : 'Agree'

/** What follows from either answer. */
export const consequenceText = (newCeilingPence: number | null): string =>
  newCeilingPence === null
    ? 'Refuse and nothing changes.'
    : `Refuse and nothing changes. Agree and the most you pay is ${formatPence(newCeilingPence)}.`

export function ChangePhotos({ sources }: { sources: readonly { url: string; width: number; height: number }[] }) {
  if (sources.length === 0) return null
  return (
    <div className="ask__photos">
      {sources.map(({ url, width, height }, index) => (
        <a key={url} href={url}>
          <img
            src={url}
            width={width || undefined}
            height={height || undefined}
            alt={sources.length > 1 ? `What it is about, photo ${index + 1}` : 'What it is about'}
            loading="lazy"
          />
        </a>
      ))}
    </div>
  )
}
