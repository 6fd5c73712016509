import { officeMoment } from './office-moment.ts'

export interface HistoryEntry {
  id: string
  /** An instant. */
  at: string
  /** Absent for actions of the system. */
  by?: string | null
  text: string
}

/** What happened to one object, newest first. */
export const History = ({ entries }: { entries: readonly HistoryEntry[] }) => (
  <ul className="history t-sm lh-14 list">
    {entries
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .map(({ id, at, by, text }) => (
        <li className="cells line-top" key={id}>
          <time className="muted" dateTime={at}>
            {officeMoment(at)}
          </time>
          <span>
            {by ? <b>{by} </b> : null}
            {text}
          </span>
        </li>
      ))}
  </ul>
)
