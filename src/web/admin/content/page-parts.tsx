import { Copy, Link } from 'lucide-react'
import { useState } from 'react'
import { isSlug, MOST } from '#modules/content/rules.ts'
import {
  formatDayTime,
  clockChangeAt,
  parseDateUk,
  parseTime,
  repeatedTimeText,
  skippedTimeText,
  toInstant,
  formatTime,
  toLocal,
} from '#shared/local-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, InputField, TextareaField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { TypedDraft } from './draft-form.tsx'
import { folderOf, type ContentPage } from './page-texts.ts'
import type { Editing } from './use-editing.ts'

const SLUG_HINT = 'Small letters, digits and single hyphens, such as man-and-van.'

/** The address counts at once: it is the page's, not a version's. */
export function AddressPart({ page, editing: { act, busy, errors } }: { page: ContentPage; editing: Editing }) {
  const [slug, setSlug] = useState(page.slug)
  const [shown, setShown] = useState(page.slug)
  // A new address that has been taken over stands in the field.
  if (shown !== page.slug) {
    setShown(page.slug)
    setSlug(page.slug)
  }
  const folder = folderOf(page)
  if (page.kind === 'root')
    return (
      <p className="small muted">
        Its address is <b className="break">{page.path}</b>. The site needs it there.
      </p>
    )
  const newSlug = slug.trim()
  const isOther = newSlug !== page.slug
  return (
    <div className="stack gap-2">
      <Field
        label="Address"
        hint={
          page.formerSlugs.length > 0
            ? `Was ${page.formerSlugs.map((former) => folder + former).join(', ')}. ${page.formerSlugs.length === 1 ? 'The old address leads' : 'The old addresses lead'} here.`
            : undefined
        }
        error={isOther && !isSlug(newSlug) ? SLUG_HINT : errors['slug']}
        notice={
          isOther && isSlug(newSlug)
            ? page.publicVersion === null
              ? `${page.path} has never been published. If anyone has its address, it will lead to the new one.`
              : `The address changes at once. ${page.path} will lead to ${folder}${newSlug}, for links and search engines too.`
            : null
        }
      >
        {(wiring) => (
          <div className="slug flex level shrink edge-w r-control bg-surface">
            <span className="rigid muted t-sm">{folder}</span>
            <input
              {...wiring}
              className="input"
              value={slug}
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => setSlug(target.value)}
            />
          </div>
        )}
      </Field>
      {isOther ? (
        <div className="row gap-2">
          <Button
            size="small"
            busy={busy === 'rename'}
            disabled={!isSlug(newSlug)}
            onClick={() => act({ intent: 'rename', slug: newSlug })}
          >
            Change the address
          </Button>
          <Button size="small" look="quiet" onClick={() => setSlug(page.slug)}>
            Leave it
          </Button>
        </div>
      ) : null}
    </div>
  )
}

interface AppearsPartProps {
  page: ContentPage
  editing: Editing
  appears: { day: string; time: string }
  setAppears: (appears: { day: string; time: string }) => void
  when: AppearsAt
}

/** When the text becomes public, if not now. */
export function AppearsPart({ page, editing: { act, busy, errors }, appears, setAppears, when }: AppearsPartProps) {
  const isWhole = appears.day.length >= 10 && appears.time.length >= 4
  const scheduled = page.versions.find(({ state }) => state === 'scheduled')
  return (
    <fieldset className="stack gap-2">
      <legend className="label">
        Publish later <small>(optional)</small>
      </legend>
      {scheduled && page.scheduledAt ? (
        <Banner>
          Version {scheduled.number} will be published {formatDayTime(new Date(page.scheduledAt))}, London time.{' '}
          <Button
            size="small"
            busy={busy === 'unschedule'}
            onClick={() => act({ intent: 'unschedule', version: scheduled.number })}
          >
            Cancel publication
          </Button>
        </Banner>
      ) : null}
      <div className="fields">
        <InputField
          label="Day"
          width="third"
          inputMode="numeric"
          placeholder="DD/MM/YYYY"
          maxLength={10}
          autoComplete="off"
          value={appears.day}
          error={(isWhole ? when.errors.day : undefined) ?? errors['day']}
          onChange={({ target }) => setAppears({ ...appears, day: target.value })}
        />
        <InputField
          label="Time"
          width="third"
          inputMode="numeric"
          placeholder="07:00"
          maxLength={5}
          autoComplete="off"
          value={appears.time}
          error={(isWhole ? when.errors.time : undefined) ?? errors['time']}
          onChange={({ target }) => setAppears({ ...appears, time: target.value })}
        />
      </div>
      <output className="hint">
        {when.notice ?? 'London time. Without a day it is published when you press “Publish now”.'}
      </output>
    </fieldset>
  )
}

/** When a page is to appear, as it was typed: the time is London's. */
interface AppearsAt {
  /** An instant; null where nothing was typed, or something that is none. */
  at: string | null
  errors: { day?: string; time?: string }
  /** What a clock change makes of it. */
  notice: string | null
}

const nothing: AppearsAt = { at: null, errors: {}, notice: null }

export function appearsAt(typedDay: string, typedTime: string, now: Date): AppearsAt {
  const [dayText, timeText] = [typedDay.trim(), typedTime.trim()]
  if (!dayText && !timeText) return nothing
  const day = parseDateUk(dayText)
  const minute = parseTime(timeText.padStart(5, '0'))
  const errors = {
    ...(day === undefined ? { day: 'Enter a day as DD/MM/YYYY.' } : {}),
    ...(minute === undefined || minute === 1440 ? { time: 'Enter a time such as 07:00.' } : {}),
  }
  if (day === undefined || minute === undefined || minute === 1440) return { ...nothing, errors }
  const change = clockChangeAt(day, minute)
  if (change === 'skipped') return { ...nothing, errors: { time: skippedTimeText(day, minute) } }
  const instant = toInstant(day, minute)
  if (instant <= now)
    return { ...nothing, errors: { day: 'That moment has passed. Choose a later one, or publish now.' } }
  return { at: instant.toISOString(), errors: {}, notice: change ? repeatedTimeText(day, minute) : null }
}

/** Link that shows the draft to anybody who has it. */
export function LinkPart({ editing: { act, busy, link, isChanged } }: { page: ContentPage; editing: Editing }) {
  const showToast = useToast()
  // A link is made in the browser.
  const address = link ? `${location.origin}${link.path}` : ''
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    showToast(
      isCopied
        ? { title: 'Link copied' }
        : { title: 'Not copied', text: 'Select the link and copy it yourself.', tone: 'bad' },
    )
  }
  return (
    <div className="stack gap-2">
      {link ? (
        <>
          <InputField
            label="Link to this draft"
            hint={`Anyone with this link sees the draft until ${formatTime(toLocal(new Date(link.until)).minute)}.`}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
          <div className="row gap-2">
            <Button size="small" icon={Copy} onClick={() => void copy()}>
              Copy
            </Button>
          </div>
        </>
      ) : null}
      <div className="row gap-2">
        <Button size="small" icon={Link} busy={busy === 'link'} onClick={() => act({ intent: 'link' })}>
          {isChanged ? 'Save and make a preview link' : link ? 'Make another link' : 'Make a preview link'}
        </Button>
      </div>
    </div>
  )
}

export interface Fields {
  draft: TypedDraft
  change: (fields: Partial<TypedDraft>) => void
  /** The first sentence for each field, by its name on the wire. */
  errors: Record<string, string>
}

type Limited = 'name' | 'title' | 'description' | 'searchDescription' | 'excerpt' | 'author' | 'notYet'

interface LinePartProps extends Fields {
  of: Limited
  label: string
  hint?: string
  className?: string
  optional?: boolean
  isLong?: boolean
}

const wireName = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Field for a line of the page, with a counter of its length; a longer text is reported, never cut off. */
export function LinePart({ of, label, isLong, className, draft, change, errors, ...more }: LinePartProps) {
  const [length, most] = [draft[of].trim().length, MOST[of]]
  const field = {
    ...more,
    label: (
      <>
        {label}{' '}
        <small className="num">
          {length} of {most}
        </small>
      </>
    ),
    value: draft[of],
    error: length > most ? `At most ${most} characters; this has ${length}.` : errors[wireName(of)],
    onChange: ({ target }: { target: { value: string } }) => change({ [of]: target.value }),
  }
  return isLong ? <TextareaField {...field} rows={3} /> : <InputField {...field} inputClass={className} />
}
