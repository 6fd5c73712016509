import { formatDateUk, formatTime, toLocal } from '#shared/local-time.ts'

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
  <ul className="history list">
    {entries
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .map(({ id, at, by, text }) => (
        <li key={id}>
          <time dateTime={at}>{momentOf(at)}</time>
          <span>
            {by ? <b>{by} </b> : null}
            {text}
          </span>
        </li>
      ))}
  </ul>
)

function momentOf(at: string): string {
  const { day, minute } = toLocal(new Date(at))
  return `${formatDateUk(day)} ${formatTime(minute)}`
}
