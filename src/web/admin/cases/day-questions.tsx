import { Link, redirect } from 'react-router'
import { decideDayQuestion, listDayQuestions } from '#modules/bookings/day/questions/contract.ts'
import { DECISIONS, type Decision } from '#modules/bookings/day/questions/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { parsePounds } from '#shared/money.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { instantIn, minutesIn } from '#web/kit/forms/move-day.ts'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { filterAddress, readFilters, type FilterValues, officeMoment } from '#web/kit/office/office-pages.ts'
import { OfficeDesk, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/page.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/day-questions'
import { DayQuestion } from './day-question.tsx'
import { DECISION_WORDS, KIND_TEXTS } from './decide-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Moving days' })

const filters = {
  show: {
    kind: 'choice',
    label: 'Show',
    choices: [
      { value: 'waiting', label: 'Waiting for us' },
      { value: 'decided', label: 'Decided' },
    ],
  },
} as const

type List = AnswerOf<typeof listDayQuestions>
export type Question = List['results'][number]

interface Loaded {
  list: List
  values: FilterValues<typeof filters>
  page: number
  isBehind: boolean
  chosen: Question | null
  /** What the address asks to decide about it. */
  decision: Decision | null
  /** This page’s parts of the address without a question. */
  keeps: string
}

const isDecision = (text: string | null): text is Decision => DECISIONS.some((one) => one === text)

export async function loader({ context, request, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = pageIn(request.url)
  const values = readFilters(filters, request.url)
  const show = values.show === 'decided' ? 'decided' : 'waiting'
  const list = dataOf(await readPage(request.url, (place) => call(listDayQuestions, { query: { ...place, show } })))
  if (page > 1 && list.results.length === 0) throw redirect('/admin/day-questions')
  const { searchParams } = url
  const requested = list.results.find(({ id }) => id === searchParams.get('question'))
  const chosen = requested ?? list.results[0] ?? null
  const decision = searchParams.get('decide')
  const remainingParams = new URLSearchParams(searchParams)
  remainingParams.delete('question')
  remainingParams.delete('decide')
  return {
    list,
    values,
    page,
    isBehind: cursorIn(request.url) !== null,
    chosen,
    decision: requested && isDecision(decision) && requested.decisions.includes(decision) ? decision : null,
    keeps: String(remainingParams),
  }
}

interface Decided {
  title: string
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer<Decided>> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const decision = textIn(form, 'decision') as Decision
  const answer = await call(decideDayQuestion, {
    params: { id: textIn(form, 'questionId') },
    // What is no decision, no time or no number, the API refuses.
    body: {
      decision,
      reason: textIn(form, 'reason'),
      ...(decision === 'finish'
        ? {
            startedAt: instantIn(form, 'startDay', 'startTime') ?? '',
            finishedAt: instantIn(form, 'endDay', 'endTime') ?? '',
          }
        : {}),
      ...(decision === 'accept_hours' ? { minutes: minutesIn(form, 'hours', 'rest') } : {}),
      ...(decision === 'accept_cash' ? { takenPence: parsePounds(textIn(form, 'taken')) ?? Number.NaN } : {}),
    },
  })
  if (!answer.ok) return problemOf(answer)
  return { ok: true, data: { title: `${DECISION_WORDS[answer.data.decision].done}. Both sides have been notified.` } }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function DayQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { list, values, page, isBehind, chosen, decision, keeps } = loaderData
  const addressOf = (more: Record<string, string>) => {
    const search = new URLSearchParams(keeps)
    for (const [name, value] of Object.entries(more)) search.set(name, value)
    return `/admin/day-questions?${search}`
  }
  return (
    <>
      <OfficeHead title="Moving days">
        <span className="muted small">Nothing is charged until we decide</span>
      </OfficeHead>
      <FilterBar filters={filters} values={values} />
      {actionData?.ok ? (
        <Banner tone="good" isAlert className="mb-4">
          {actionData.data.title}
        </Banner>
      ) : null}
      {chosen ? (
        <OfficeDesk
          queue={
            <nav aria-label="Questions">
              <ul className="queue strip--wide holds cells g-2">
                {list.results.map((question) => (
                  <li key={question.id}>
                    <Waiting
                      question={question}
                      to={addressOf({ question: question.id })}
                      isChosen={question.id === chosen.id}
                    />
                  </li>
                ))}
              </ul>
              <ListPages
                label="Pages of questions"
                page={page}
                isBehind={isBehind}
                keeps={filterAddress(filters, values)}
                {...list}
              />
            </nav>
          }
        >
          <DayQuestion
            key={`${chosen.id} ${chosen.decided?.at}`}
            question={chosen}
            decision={decision}
            answer={actionData}
            addressOf={(decide) => addressOf({ question: chosen.id, ...(decide ? { decide } : {}) })}
          />
        </OfficeDesk>
      ) : (
        <Empty title={values.show === 'decided' ? 'Nothing decided yet' : 'No moving day waits for us'}>
          {values.show === 'decided'
            ? null
            : 'Moves that weren’t started or finished, and disputed hours, appear here.'}
        </Empty>
      )}
    </>
  )
}

function Waiting({ question, to, isChosen }: { question: Question; to: string; isChosen: boolean }) {
  const { booking, kind, askedAt, decided } = question
  return (
    <Link to={to} aria-current={isChosen ? 'page' : undefined} preventScrollReset>
      <b>{KIND_TEXTS[kind]}</b>
      <span className="queue__what">
        {booking.from} to {booking.to}, {booking.reference}
      </span>
      <span className="queue__what muted num">
        {decided ? `Decided ${officeMoment(decided.at)}` : `Since ${officeMoment(askedAt)}`}
      </span>
    </Link>
  )
}
