import { formatPence } from '#shared/money.ts'
import { usePicture } from '../upload/face.tsx'

interface Sums {
  totalPence: number
  line: { label: string; amountPence: number } | null
  newTotalPence: number | null
  /** Why the price of a whole move differs. */
  differences?: readonly { label: string; amountPence: number }[] | undefined
  /** The driver of a new booking offers another time: the price stays. */
  isOffer?: boolean
}

/** What is agreed, the line of the change, and both together. */
export function ChangeSums({ totalPence, line, newTotalPence, differences, isOffer = false }: Sums) {
  if (isOffer) return <p>The price stays {formatPence(totalPence)}.</p>
  if (!line) return null
  return (
    <dl className="terms num">
      <div>
        <dt>Price so far</dt>
        <dd>{formatPence(totalPence)}</dd>
      </div>
      {(differences ?? [line]).map(({ label, amountPence }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amountPence < 0 ? `− ${formatPence(-amountPence)}` : formatPence(amountPence)}</dd>
        </div>
      ))}
      <div className="is-sum">
        <dt>New total</dt>
        <dd>{formatPence(newTotalPence ?? totalPence + line.amountPence)}</dd>
      </div>
    </dl>
  )
}

export const agreeText = (line: { amountPence: number } | null, isOffer = false): string =>
  isOffer ? 'Yes, move it' : line && line.amountPence > 0 ? `Agree to ${formatPence(line.amountPence)}` : 'Agree'

/** Consequences of either answer. */
export const consequenceText = (newCeilingPence: number | null, isOffer = false): string =>
  isOffer
    ? 'Say yes and your booking is moved and confirmed at once. Say no and nothing changes.'
    : newCeilingPence === null
      ? 'Refuse and nothing changes.'
      : `Refuse and nothing changes. Agree and the most you pay is ${formatPence(newCeilingPence)}.`

interface Source {
  url: string
  width: number
  height: number
}

/** Where `isPrivate`, they need the session: fetched with it and shown from memory. Those of a link have their key in the address. */
export function ChangePhotos({ sources, isPrivate = false }: { sources: readonly Source[]; isPrivate?: boolean }) {
  if (sources.length === 0) return null
  return (
    <div className="ask__photos cells g-2 pack-top">
      {sources.map((source, index) => {
        const label = sources.length > 1 ? `What it is about, photo ${index + 1}` : 'What it is about'
        return isPrivate ? (
          <PrivatePhoto key={source.url} source={source} label={label} />
        ) : (
          <Photo key={source.url} source={source} label={label} />
        )
      })}
    </div>
  )
}

function PrivatePhoto({ source, label }: { source: Source; label: string }) {
  const { url, isLost } = usePicture(source.url)
  if (isLost) return <p className="small muted">The photo couldn’t be loaded.</p>
  return url ? <Photo source={{ ...source, url }} label={label} /> : <span className="vh">{label}</span>
}

const Photo = ({ source: { url, width, height }, label }: { source: Source; label: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    <img src={url} width={width || undefined} height={height || undefined} alt={label} loading="lazy" />
  </a>
)
