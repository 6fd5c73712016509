import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { formatDayTime } from '#shared/local-time.ts'
import { OfficeHead } from '#web/kit/office/office-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Actions } from '#web/ui/page.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { AddressPart } from './address-part.tsx'
import { appearsAt } from './appears-at.ts'
import { AppearsPart } from './appears-part.tsx'
import { ConflictPart } from './conflict-part.tsx'
import type { Loaded } from './editor.tsx'
import { HistoryPart } from './history-part.tsx'
import { KindPart } from './kind-part.tsx'
import { LinkPart } from './link-part.tsx'
import { PageState } from './page-state.tsx'
import { KIND_NAMES } from './page-texts.ts'
import { PlacePart } from './place-part.tsx'
import { PicturePart } from './picture-part.tsx'
import { PreviewPart, type PreviewWidth } from './preview-part.tsx'
import { SearchPart } from './search-part.tsx'
import { TextPart } from './text-part.tsx'
import { LinePart } from './line-part.tsx'
import { useEditing } from './use-editing.ts'
import { WithdrawPart } from './withdraw-part.tsx'

const NO_MOMENT = { day: '', time: '' }

/** Words left, what they look like right. */
export function EditPage(loaded: Loaded) {
  const { page, text, drawn, host } = loaded
  const [appears, setAppears] = useState(NO_MOMENT)
  const editing = useEditing(loaded, () => setAppears(NO_MOMENT))
  const { typed, change, isChanged, errors, theirs } = editing
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
      <div className={classNames('ed', width === 'desk' && 'ed--desk')}>
        <div className="stack">
          <LinePart of="title" label="Title" className="ed__title" {...{ typed, change, errors }} />
          <TextPart {...{ typed, change, error: errors['body'], picture }} />
          <LinePart
            of="name"
            label="Name"
            hint="Keep it short: it’s used in menus, lists and breadcrumbs."
            {...{ typed, change, errors }}
          />
          <LinePart
            of="description"
            label="Description"
            hint="A sentence or two, on its page and in lists."
            isLong
            {...{ typed, change, errors }}
          />
          <KindPart {...{ typed, change, errors }} />
          <SearchPart {...{ typed, change, errors, host, path: page.path }} />
          <PicturePart {...{ typed, change, error: errors['picture_id'], picture, setPicture }} />
          <AddressPart page={page} editing={editing} />
          <PlacePart page={page} editing={editing} />
          <AppearsPart {...{ page, editing, appears, setAppears, when }} />
        </div>
        <aside className="ed__side stack" aria-label="Preview and history">
          <PreviewPart {...{ typed, drawn, picture, width, setWidth }} />
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
    <Banner tone="warn" title="Somebody else has saved this page meanwhile" className="mb-4">
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
    <section className="bar-end ed-bar" aria-label="Save and publish">
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
