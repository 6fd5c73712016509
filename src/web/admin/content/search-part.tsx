import { searchResultOf } from '#modules/content/rules.ts'
import { LinePart, type Fields } from './line-part.tsx'

/** How the page looks among search results, while it is being written. */
export function SearchPart({ host, path, ...fields }: Fields & { host: string; path: string }) {
  const { title, description, advice } = searchResultOf(fields.typed)
  return (
    <>
      <LinePart of="searchDescription" label="Description for search and sharing" isLong {...fields} />
      <section className="serp" aria-label="How a search result looks">
        <div className="serp__url">{[host, ...path.split('/').filter(Boolean)].join(' › ')}</div>
        <div className="serp__title">{title || 'Without a title'}</div>
        <div className="serp__text">{description || 'Without a description'}</div>
      </section>
      {advice.length > 0 ? (
        <ul className="small muted list">
          {advice.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
