import { useState } from 'react'
import { isSlug } from '#modules/content/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
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
  const wanted = slug.trim()
  const isOther = wanted !== page.slug
  return (
    <div className="stack gap-2">
      <Field
        label="Address"
        hint={
          page.formerSlugs.length > 0
            ? `Was ${page.formerSlugs.map((former) => folder + former).join(', ')}. ${page.formerSlugs.length === 1 ? 'The old address leads' : 'The old addresses lead'} here.`
            : undefined
        }
        error={isOther && !isSlug(wanted) ? SLUG_HINT : errors['slug']}
        notice={
          isOther && isSlug(wanted)
            ? page.publicVersion === null
              ? `Nobody has seen ${page.path} yet; should somebody have its address, it leads to the new one.`
              : `The address changes at once. ${page.path} will lead to ${folder}${wanted}, for links and search engines too.`
            : null
        }
      >
        {(wiring) => (
          <div className="slug flex level shrink edge-w r-control bg-surface">
            <span>{folder}</span>
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
            disabled={!isSlug(wanted)}
            onClick={() => act({ intent: 'rename', slug: wanted })}
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
