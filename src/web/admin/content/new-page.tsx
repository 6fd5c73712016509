import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { createContentPage } from '#modules/content/office/contract.ts'
import { pathOfPage, slugOf } from '#modules/content/rules.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, formProblemOf, type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, InputField, SelectField } from '#web/ui/field.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import type { Route } from './+types/new-page'
import { editAddress, KIND_NAMES, NEW_KINDS } from './page-texts.ts'
import { draftOf, newDraft } from './draft-form.tsx'
import './content-editor.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New page' })

export function loader({ context }: Route.LoaderArgs): { attempt: string } {
  needAdmin(context)
  return { attempt: crypto.randomUUID() }
}

/** Among its siblings a new page comes last. */
const LAST = 9999

export async function action({ context, request }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const kind = NEW_KINDS.find((one) => one === textIn(form, 'kind')) ?? NEW_KINDS[0]
  const title = textIn(form, 'title').trim()
  if (!title)
    return {
      ok: false,
      status: 422,
      code: 'invalid',
      detail: 'Give the page a title.',
      errors: { title: ['Give the page a title.'] },
    }
  const draft = draftOf(newDraft(kind, title))
  if ('errors' in draft) throw new TypeError('An empty draft can’t be read.')
  const slug = textIn(form, 'slug').trim() || slugOf(title)
  const attempt = textIn(form, 'attempt')
  const options = /^[\w-]{36}$/.test(attempt) ? { idempotencyKey: `${attempt}.${slugOf(`${kind} ${slug}`)}` } : {}
  const made = await call(createContentPage, { body: { slug, parentId: null, order: LAST, ...draft } }, options)
  if (made.ok) throw redirect(editAddress(made.data.id))
  return plainAnswerOf(made)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function NewPage({ loaderData, actionData }: Route.ComponentProps) {
  const [formValues, setTyped] = useState({ kind: NEW_KINDS[0] as (typeof NEW_KINDS)[number], title: '', slug: '' })
  const isSending = useNavigation().formMethod === 'POST'
  useUnsaved(!isSending && (formValues.title !== '' || formValues.slug !== ''))
  const slug = formValues.slug || slugOf(formValues.title)
  const answer: Answer | undefined = actionData
  const taken = answer && !answer.ok && answer.code === 'slug_taken' ? answer.detail : undefined
  return (
    <>
      <OfficeHead title="New page" backTo={{ name: 'All content', to: '/admin/content' }} />
      <Form method="post" className="stack new-page" noValidate>
        <input type="hidden" name="attempt" value={loaderData.attempt} />
        <SelectField
          label="Kind"
          name="kind"
          value={formValues.kind}
          onChange={({ target }) =>
            setTyped({ ...formValues, kind: NEW_KINDS.find((one) => one === target.value) ?? 'article' })
          }
        >
          {NEW_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_NAMES[kind]}
            </option>
          ))}
        </SelectField>
        <InputField
          label="Title"
          name="title"
          value={formValues.title}
          error={errorAt(answer, 'title')}
          onChange={({ target }) => setTyped({ ...formValues, title: target.value })}
        />
        <InputField
          label="Address"
          optional
          name="slug"
          hint={pathOfPage(formValues.kind, slug || '…')}
          placeholder={slugOf(formValues.title)}
          value={formValues.slug}
          autoCapitalize="none"
          error={errorAt(answer, 'slug') ?? taken}
          onChange={({ target }) => setTyped({ ...formValues, slug: target.value })}
        />
        {answer && !answer.ok && !taken ? (
          <div role="alert">
            <FieldError error={formProblemOf(answer)} />
          </div>
        ) : null}
        <div className="row">
          <Button type="submit" look="primary" busy={isSending}>
            Begin the draft
          </Button>
        </div>
        <p className="small muted">No one sees it until you publish it.</p>
      </Form>
    </>
  )
}
