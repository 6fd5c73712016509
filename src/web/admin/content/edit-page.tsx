import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { searchResultOf } from '#modules/content/rules.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { numberText } from '#shared/texts.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Actions } from '#web/ui/page.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { AddressPart, AppearsPart, appearsAt, LinkPart, LinePart, type Fields } from './page-parts.tsx'
import { DraftDifferences } from './draft-form.tsx'
import type { Theirs } from './edit.server.ts'
import type { Loaded } from './editor.tsx'
import { KindPart } from './kind-part.tsx'
import { PageState } from './page-state.tsx'
import { KIND_NAMES, compareAddress, versionSummary, type ContentPage } from './page-texts.ts'
import { PicturePart } from './picture-part.tsx'
import { PlacePart } from './place-part.tsx'
import { PreviewPart, type PreviewWidth } from './preview-part.tsx'
import { TextPart } from './text-part.tsx'
import { useEditing, type Editing } from './use-editing.ts'

const NO_MOMENT = { day: '', time: '' }

/** Words left, what they look like right. */
export function EditPage(loaded: Loaded) {
  const { page, text, drawn, host } = loaded
  const [appears, setAppears] = useState(NO_MOMENT)
  const editing = useEditing(loaded, () => setAppears(NO_MOMENT))
  const { draft, change, isChanged, errors, theirs } = editing
  const [width, setWidth] = useState<PreviewWidth>('phone')
  const [picture, setPicture] = useState(text.picture)
  useUnsaved(isChanged)
  const when = appearsAt(appears.day, appears.time, new Date(loaded.now))
  return (
    <>
      <OfficeHead
        title={`Edit ${KIND_NAMES[page.kind].toLowerCase()}`}
        badge={<PageState page={page} />}
        backTo={{ name: 'All content', to: '/admin/content' }}
      >
        {page.publicVersion === null || page.isWithdrawn ? null : <OnSite id={page.id} />}
      </OfficeHead>
      {theirs ? (
        <ConflictPart theirs={theirs} editing={editing} />
      ) : (
        <Newer loaded={loaded} version={editing.version} />
      )}
      <div className={classNames('ed cells cols-1 g-5 at-top', width === 'desk' && 'ed--desk')}>
        <div className="stack">
          <LinePart of="title" label="Title" className="ed__title" {...{ draft, change, errors }} />
          <TextPart {...{ draft, change, error: errors['body'], picture }} />
          <LinePart
            of="name"
            label="Name"
            hint="Keep it short: it’s used in menus, lists and breadcrumbs."
            {...{ draft, change, errors }}
          />
          <LinePart
            of="description"
            label="Description"
            hint="A sentence or two, on its page and in lists."
            isLong
            {...{ draft, change, errors }}
          />
          <KindPart {...{ draft, change, errors }} />
          <SearchPart {...{ draft, change, errors, host, path: page.path }} />
          <PicturePart {...{ draft, change, error: errors['picture_id'], picture, setPicture }} />
          <AddressPart page={page} editing={editing} />
          <PlacePart page={page} editing={editing} />
          <AppearsPart {...{ page, editing, appears, setAppears, when }} />
        </div>
        <aside className="ed__side stack" aria-label="Preview and history">
          <PreviewPart {...{ draft, drawn, picture, width, setWidth }} />
          <LinkPart page={page} editing={editing} />
          <HistoryPart page={page} />
          {page.kind === 'root' ? null : <WithdrawPart page={page} editing={editing} />}
        </aside>
      </div>
      <Bar {...{ loaded, editing, appears, when }} />
    </>
  )
}

const OnSite = ({ id }: { id: string }) => (
  <form method="post" action={`/admin/content/${id}/on-site`} target="_blank" rel="noopener">
    <Button type="submit" size="small" icon={ExternalLink}>
      View on site
    </Button>
  </form>
)

/** Somebody else has saved while this page was open: better known before than after writing. */
function Newer({ loaded: { page }, version }: { loaded: Loaded; version: number }) {
  const newest = page.versions[0]
  if (!newest || page.newestVersion <= version) return null
  return (
    <Banner tone="warn" title="Someone else has saved this page" className="mb-4">
      {newest.createdBy ?? 'Somebody'} saved version {newest.number}. When you save, both texts are shown to you.
    </Banner>
  )
}

interface BarProps {
  loaded: Loaded
  editing: ReturnType<typeof useEditing>
  appears: { day: string; time: string }
  when: ReturnType<typeof appearsAt>
}

function Bar({ loaded: { page }, editing, appears, when }: BarProps) {
  const { isChanged, busy, problem, act, version } = editing
  const isDated = appears.day !== '' || appears.time !== ''
  const canPublish = isChanged || page.hasDraft || page.scheduledAt !== null
  const [answer, detail] = isChanged
    ? ['Not saved yet', `Made on version ${version}`]
    : when.at
      ? [`To be published ${formatDayTime(new Date(when.at))}`, 'London time']
      : ['Saved', `Version ${version}`]
  return (
    <section className="bar-end sticks" aria-label="Save and publish">
      {problem ? (
        <div className="bar-end__problem" role="alert">
          <FieldError error={problem} />
        </div>
      ) : null}
      <Actions answer={answer} detail={detail}>
        <Button busy={busy === 'save'} onClick={() => act({ intent: 'save' })}>
          Save draft
        </Button>
        {isDated ? (
          <Button look="primary" busy={busy === 'schedule'} onClick={() => act({ intent: 'schedule', ...appears })}>
            Schedule
          </Button>
        ) : canPublish ? (
          <Button look="primary" busy={busy === 'publish'} onClick={() => act({ intent: 'publish' })}>
            Publish now
          </Button>
        ) : null}
      </Actions>
    </section>
  )
}

/** How the page looks among search results, while it is being written. */
function SearchPart({ host, path, ...fields }: Fields & { host: string; path: string }) {
  const { title, description, advice } = searchResultOf(fields.draft)
  return (
    <>
      <LinePart of="searchDescription" label="Description for search and sharing" isLong {...fields} />
      <section className="serp p-4 edge-1 r-control break" aria-label="How a search result looks">
        <div className="serp__url t-xs">{[host, ...path.split('/').filter(Boolean)].join(' › ')}</div>
        <div className="serp__title mt-1 lh-13">{title || 'Without a title'}</div>
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

/** Two have written on the same version: both texts are kept, and this editor decides which goes on. */
function ConflictPart({ theirs, editing }: { theirs: Theirs; editing: Editing }) {
  const { draft, chooseMine, takeTheirs } = editing
  return (
    <section className="stack mb-4" aria-label="Two texts">
      <Banner tone="warn" isAlert title="Someone else has saved this page since you opened it">
        {theirs.by ?? 'Somebody'} saved version {theirs.version} at {officeMoment(theirs.at)}. Your text is still in the
        fields below, and isn’t saved. Theirs stays in the history whatever you do.
      </Banner>
      <div className="row gap-2">
        <Button look="primary" onClick={chooseMine}>
          Go on with mine
        </Button>
        <Button onClick={takeTheirs}>Discard mine, take theirs</Button>
      </div>
      <details open>
        <summary className="link-btn">From theirs to yours</summary>
        <div className="stack mt-3">
          <DraftDifferences before={theirs.draft} after={draft} />
        </div>
      </details>
    </section>
  )
}

/** Every text that the page has had, the newest first. */
const HistoryPart = ({ page: { id, versions, newestVersion, more } }: { page: ContentPage }) => (
  <section className="card" aria-labelledby="history">
    <h2 className="h3" id="history">
      History
    </h2>
    <ol className="marks list">
      {versions.map((version) => (
        <li key={version.number} className={version.state === 'public' ? 'is-done' : undefined}>
          <span>
            <b className="num">{officeMoment(version.createdAt)}</b>
            <br />
            <span className="muted">{versionSummary(version)}</span>
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

/** Taking a page off the site, and putting it back. */
function WithdrawPart({ page, editing: { act, busy } }: { page: ContentPage; editing: Editing }) {
  const { open, closeAll } = useDialogs()
  if (page.isWithdrawn)
    return (
      <div className="stack gap-2">
        <p className="small muted">This page is withdrawn: its address shows a “no longer here” page.</p>
        <div className="row gap-2">
          <Button size="small" busy={busy === 'bring-back'} onClick={() => act({ intent: 'bring-back' })}>
            Bring it back
          </Button>
        </div>
      </div>
    )
  if (page.publicVersion === null && page.scheduledAt === null) return null
  const withdraw = () => {
    closeAll()
    act({ intent: 'withdraw' })
  }
  const ask = () =>
    open(
      <Dialog title="Take this page off the site?">
        <p className="muted">
          {page.path} will say that the page is gone, and search engines drop it. Its texts stay here, and you can bring
          it back.
        </p>
        <div className="dialog__acts">
          <Button look="danger" size="big" onClick={withdraw}>
            Withdraw it
          </Button>
          <Button size="big" onClick={closeAll}>
            Leave it
          </Button>
        </div>
      </Dialog>,
    )
  return (
    <div className="row gap-2">
      <Button size="small" look="quiet" busy={busy === 'withdraw'} onClick={ask}>
        Withdraw this page
      </Button>
    </div>
  )
}
