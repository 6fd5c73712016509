import { differences, shortened, type Line } from './differences.ts'

/** Two texts beside each other: what was taken out, and what was put in. */
export function DifferenceView({ before, after }: { before: string; after: string }) {
  const lines = shortened(differences(before, after))
  return (
    <div className="diff">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of two texts, which do not move
        <DifferenceLine key={index} line={line} />
      ))}
    </div>
  )
}

function DifferenceLine({ line }: { line: Line | null }) {
  if (line === null)
    return (
      <p className="diff__gap">
        <span aria-hidden="true">…</span>
        <span className="muted">unchanged</span>
      </p>
    )
  const { change, pieces } = line
  const Changed = change === 'out' ? 'del' : 'ins'
  return (
    <p className={change === 'same' ? undefined : `is-${change}`}>
      <span>
        {change === 'same' ? null : (
          <>
            <span aria-hidden="true">{change === 'out' ? '−' : '+'}</span>
            <span className="vh">{change === 'out' ? 'Taken out: ' : 'Put in: '}</span>
          </>
        )}
      </span>
      <span>
        {pieces.map(({ text, isChanged }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- as above
          isChanged ? <Changed key={index}>{text}</Changed> : <span key={index}>{text}</span>,
        )}
      </span>
    </p>
  )
}
