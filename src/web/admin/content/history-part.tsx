import { Link } from 'react-router'
import { officeMoment } from '#web/kit/office/office-moment.ts'
import { numberText } from '#shared/number-text.ts'
import { compareAddress, versionWords, type ContentPage } from './page-texts.ts'

/** Every text that the page has had, the newest first. */
export const HistoryPart = ({ page: { id, versions, newestVersion, more } }: { page: ContentPage }) => (
  <section className="card" aria-labelledby="history">
    <h2 className="h3" id="history">
      History
    </h2>
    <ol className="versions list">
      {versions.map((version) => (
        <li key={version.number} className={version.state === 'public' ? 'is-on' : undefined}>
          <span>
            <b className="num">{officeMoment(version.createdAt)}</b>
            <br />
            <span className="muted">{versionWords(version)}</span>
          </span>
          {version.number === newestVersion ? null : (
            <Link
              className="link-btn"
              to={compareAddress(id, version.number)}
              aria-label={`Compare version ${version.number}, ${officeMoment(version.createdAt)}`}
            >
              Compare
            </Link>
          )}
        </li>
      ))}
    </ol>
    {more > 0 ? <p className="small muted">And {numberText(more)} before.</p> : null}
  </section>
)
