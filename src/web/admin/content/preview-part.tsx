import { useEffect, useRef, useState } from 'react'
import type { drawContent } from '#modules/content/office/contract.ts'
import { Html, ContentPicture } from '#web/kit/content/content-picture.tsx'
import { useApiQuery } from '#web/kit/forms/use-api-query.ts'
import { Segmented } from '#web/ui/choice.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { Loaded } from './editor.tsx'
import type { VersionText } from './page-texts.ts'
import type { TypedDraft } from './draft-form.tsx'

export type PreviewWidth = 'phone' | 'desk'

interface PreviewPartProps {
  draft: TypedDraft
  /** What the text looked like when the editor was opened. */
  drawn: Loaded['drawn']
  picture: VersionText['picture']
  width: PreviewWidth
  setWidth: (width: PreviewWidth) => void
}

/** What has been written, drawn by the server as it draws the public page, a moment after the last key. */
export function PreviewPart({ draft, drawn, picture, width, setWidth }: PreviewPartProps) {
  const { shown, isBehind, isRefused } = useDrawn(draft.body, drawn)
  const frame = useRef<HTMLElement>(null)
  // Links in the preview are disabled, because they would lead away from the editor.
  useEffect(() => {
    const stay = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
    }
    const element = frame.current
    element?.addEventListener('click', stay)
    return () => element?.removeEventListener('click', stay)
  }, [])
  const lead = draft.kind === 'article' ? draft.excerpt : draft.description
  return (
    <>
      <div className="row row--apart">
        <h2 className="h3">Preview</h2>
        <Segmented
          legend="Width"
          name="width"
          choices={[
            { value: 'phone', label: 'Phone' },
            { value: 'desk', label: 'Desk' },
          ]}
          value={width}
          onChange={setWidth}
        />
      </div>
      {isRefused ? <FieldError error="The text couldn’t be drawn. What you see is from before." /> : null}
      <div className={`seen edge-2 bg-surface seen--${width}`} aria-busy={isBehind}>
        <section
          ref={frame}
          className="seen__in p-4 edge-1 bg-paper"
          // Scrolled by keyboard, too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={width === 'phone' ? 'Preview at 360 px' : 'Desktop preview'}
        >
          <div className="article">
            <p className="seen__title bold">{draft.title || 'Without a title'}</p>
            {draft.kind === 'article' ? (
              <p className="meta num mt-3">
                <span>{shown.readingMinutes} min read</span>
                <span>{draft.author}</span>
              </p>
            ) : null}
            {lead ? <p className="lead mt-4">{lead}</p> : null}
            {picture ? (
              <ContentPicture
                className="article__pic mt-4 block-box w-full h-auto r-card cover"
                url={picture.url}
                alt={picture.alt}
                sizes="40rem"
                isLater
              />
            ) : null}
            <Html className="prose mt-4" html={shown.bodyHtml} />
          </div>
        </section>
      </div>
    </>
  )
}

function useDrawn(body: string, first: Loaded['drawn']) {
  const [opened] = useState(body)
  const { answer, isBusy } = useApiQuery<typeof drawContent>(
    '/api/admin/content/draw/',
    body === opened ? null : { body },
  )
  const shown = answer?.ok ? answer.data : first
  return { shown, isBehind: isBusy, isRefused: answer !== undefined && !answer.ok }
}
