import { ChevronLeft, ChevronRight, Hourglass, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useRevalidator } from 'react-router'
import { usePicture } from '../upload/face.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { viewAfter, ZOOMS, type View, type ViewStep } from './document-files.tsx'

export interface ViewerPage {
  url: string
  /** "V5C log book, page 2 of 3" */
  label: string
}

interface DocumentViewerProps {
  /** "V5C log book" */
  label: string
  pages: readonly ViewerPage[]
  /** Pages of a PDF are still being turned into pictures. */
  isBeingDrawn?: boolean
}

const KEYS: Readonly<Partial<Record<string, ViewStep>>> = {
  PageDown: 'next',
  PageUp: 'previous',
  '+': 'closer',
  '=': 'closer',
  '-': 'further',
  r: 'turn',
}

/** A paper, page by page: never the file that was sent, only its pictures (ADR 0011). Its keys work while it has the focus. */
export function DocumentViewer({ label, pages, isBeingDrawn = false }: DocumentViewerProps) {
  const [view, setView] = useState<View>({ page: 0, zoom: 0, turn: 0 })
  const take = (step: ViewStep) => setView((before) => viewAfter(before, step, pages.length))
  const page = pages[Math.min(view.page, pages.length - 1)]
  if (!page) return isBeingDrawn ? <BeingDrawn /> : <NoPages />
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key]
    if (!step) return
    event.preventDefault()
    take(step)
  }
  const isZoomed = view.zoom > 0
  return (
    <div className="paper cells g-2 shrink">
      {/* It scrolls when it is larger than its frame, with the keyboard too. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <section
        className="paper__sheet holds cells g-3 scrolls r-small bg-sunken"
        tabIndex={0}
        aria-label={`Pages of ${label}`}
        aria-keyshortcuts="PageDown PageUp + - r"
        onKeyDown={onKeyDown}
      >
        <PagePicture key={page.url} page={page} view={view} />
      </section>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div className="flex wraps level apart g-2">
        {pages.length > 1 ? (
          <span className="row gap-2">
            <IconButton
              icon={ChevronLeft}
              label={`Previous page of ${label}`}
              disabled={view.page === 0}
              onClick={() => take('previous')}
            />
            <span className="small num" aria-live="polite">
              Page {view.page + 1} of {pages.length}
            </span>
            <IconButton
              icon={ChevronRight}
              label={`Next page of ${label}`}
              disabled={view.page === pages.length - 1}
              onClick={() => take('next')}
            />
          </span>
        ) : (
          <span className="small muted">1 page</span>
        )}
        <span className="row gap-2">
          <IconButton
            icon={ZoomOut}
            label={`Make ${label} smaller`}
            disabled={!isZoomed}
            onClick={() => take('further')}
          />
          <IconButton
            icon={ZoomIn}
            label={`Make ${label} larger`}
            disabled={view.zoom === ZOOMS.length - 1}
            onClick={() => take('closer')}
          />
          <IconButton icon={RotateCw} label={`Turn ${label}`} onClick={() => take('turn')} />
        </span>
      </div>
      {isBeingDrawn ? <BeingDrawn /> : null}
    </div>
  )
}

function PagePicture({ page, view }: { page: ViewerPage; view: View }) {
  const { url, isLost } = usePicture(page.url)
  if (isLost) return <FieldError error="This page can’t be shown at the moment. Try again in a minute." />
  if (!url) return <SkeletonCard label={`Loading ${page.label}`} />
  return (
    <span className="paper__frame cells w-full" data-zoom={ZOOMS[view.zoom]} data-turn={view.turn}>
      <img className="w-full h-auto r-small" src={url} alt={page.label} />
    </span>
  )
}

/** How often a page looks whether the worker is done. */
const LOOK_AGAIN_MS = 5000

function BeingDrawn() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <output className="small">
      <Icon of={Hourglass} /> The pages of this PDF are being turned into pictures. They appear here by themselves.
    </output>
  )
}

const NoPages = () => <p className="small">No page of this document can be shown. Ask for it again.</p>
