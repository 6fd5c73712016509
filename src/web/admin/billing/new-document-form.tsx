import { Form, Link, useNavigation } from 'react-router'
import { formatDateUk } from '#shared/local-time.ts'
import { errorAt } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { Empty } from '#web/ui/page.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { LATE_INVOICES } from './billing-texts.ts'
import { FAMILIES } from './families.ts'
import type { NotMade, Start, Wanted } from './new-document.tsx'
import { PreviewLine, usePreview } from './preview-line.tsx'
import { MoreMatch, SubjectName } from './subject-links.tsx'

interface NewDocumentFormProps {
  start: Start
  answer: NotMade | undefined
}

/**
 * Form that chooses the subject and the period: everything works without script, because quick choices and the search
 * are links.
 */
export function NewDocumentForm({ start, answer }: NewDocumentFormProps) {
  const { kind, subjects, find, periods, attempt } = start
  const selection = answer?.selection ?? start.selection
  const { subject, create } = FAMILIES[kind]
  const isBusy = useNavigation().formMethod === 'POST'
  const lacksSubject = subject !== null && selection.subjectId === '' && answer?.selection !== undefined
  const { shown, look } = usePreview(start, addressOf)
  const { preview, errors } = shown
  const errorOf = (name: string) => errorAt(answer, name) ?? errors?.[name]?.[0]
  return (
    <div className="stack bill-new">
      {subject ? <FindForm start={start} selection={selection} /> : null}
      <Form method="post" className="card stack" noValidate onChange={look}>
        {answer && !lacksSubject && !hasFieldErrors(answer) ? (
          <Banner tone="bad" isAlert>
            {answer.status === 404 ? 'This one no longer exists. Choose another.' : answer.detail}
          </Banner>
        ) : null}
        <input type="hidden" name="attempt" value={attempt} />
        {subject && subjects ? (
          subjects.results.length === 0 ? (
            <Empty title={find ? subject.none : subject.noneYet[0]}>
              {find ? 'Try a shorter search.' : subject.noneYet[1]}
            </Empty>
          ) : (
            <fieldset className="found cells g-2 shrink p-0 no-edge">
              <legend className="label">{subject.label}</legend>
              {subjects.results.map((one) => (
                <label className="pick pick--row ticked" key={`${one.id} ${selection.subjectId}`}>
                  <input
                    type="radio"
                    name="subject"
                    value={one.id}
                    defaultChecked={one.id === selection.subjectId || subjects.results.length === 1}
                  />
                  <SubjectName subject={one} />
                </label>
              ))}
              <MoreMatch shown={subjects.results.length} count={subjects.count} />
              <FieldError error={lacksSubject ? `Pick a ${subject.label.toLowerCase()}.` : null} />
            </fieldset>
          )
        ) : null}
        <div className="fields">
          <DayField name="start_date" label="From" value={selection.from} error={errorOf('start_date')} />
          <DayField name="end_date" label="To" value={selection.to} error={errorOf('end_date')} />
        </div>
        <nav className="row gap-2" aria-label="Periods">
          {periods.map(({ name, from, to }) => (
            <Link
              key={name}
              className="chip"
              to={addressOf(start, { ...selection, from, to })}
              aria-current={from === selection.from && to === selection.to ? 'true' : undefined}
              preventScrollReset
              replace
            >
              {name}
            </Link>
          ))}
        </nav>
        <CheckBox name="need_validation" defaultChecked={selection.isChecked}>
          Leave out what a saved {FAMILIES[kind].noun} already has
        </CheckBox>
        <PreviewLine
          kind={kind}
          preview={preview}
          addressOf={(days) => addressOf(shown, { ...shown.selection, ...days })}
          today={shown.today}
        />
        {preview?.readyOn ? (
          <Banner tone="warn">
            This period isn’t over yet. It can be made and saved from {formatDateUk(preview.readyOn)} on.
          </Banner>
        ) : null}
        {preview?.isLate ? <Banner tone="warn">{LATE_INVOICES}</Banner> : null}
        <div className="row">
          <Button type="submit" look="primary" busy={isBusy} aria-label={`${create}: make the draft`}>
            Make the draft
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** A form of its own, so that searching keeps the dates and makes nothing. */
function FindForm({ start: { kind, find, hasDays }, selection }: { start: Start; selection: Wanted }) {
  const { subject } = FAMILIES[kind]
  return (
    <search>
      <Form method="get" className="cells cols-end-s at-foot g-3">
        <InputField label={subject?.find} name="find" type="search" maxLength={100} defaultValue={find} />
        {hasDays ? (
          <>
            <input type="hidden" name="start_date" value={selection.from} />
            <input type="hidden" name="end_date" value={selection.to} />
          </>
        ) : null}
        <Button type="submit">Find</Button>
      </Form>
    </search>
  )
}

const DayField = ({
  name,
  label,
  value,
  error,
}: {
  name: string
  label: string
  value: string
  error?: string | undefined
}) => (
  <InputField
    key={value}
    label={label}
    name={name}
    inputMode="numeric"
    placeholder="DD/MM/YYYY"
    maxLength={10}
    width="half"
    defaultValue={value}
    error={error}
  />
)

const hasFieldErrors = ({ errors }: NotMade): boolean => Boolean(errors?.['start_date'] ?? errors?.['end_date'])

/** This page with these values in its fields. */
export function addressOf({ kind, find }: Start, { subjectId, from, to }: Wanted): string {
  const { path, subject } = FAMILIES[kind]
  const search = new URLSearchParams()
  if (find) search.set('find', find)
  if (subject && subjectId) search.set(subject.kind, subjectId)
  search.set('start_date', from)
  search.set('end_date', to)
  return `${path}/new?${search}`
}
