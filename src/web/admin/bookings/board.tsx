import { Form, Link } from 'react-router'
import { getBoard, listBoardCases } from '#modules/board/contract.ts'
import { GROUPS, type Group } from '#modules/board/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { useNow } from '#web/kit/day/clock-view.ts'
import { FilterChips } from '#web/kit/forms/filter-chips.tsx'
import { useMayOpen } from '#web/kit/office/office-list.tsx'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { InputField } from '#web/ui/field.tsx'
import { countText, ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/board'
import { GROUP_WORDS, type Board } from './board-texts.ts'
import { CaseCard } from './case-card.tsx'
import { useFreshBoard } from './use-fresh-board.ts'
import './bookings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Today' })

interface Loaded {
  board: Board
  /** One kind only, all of it. */
  shown: { group: Group; list: AnswerOf<typeof listBoardCases>; page: number; isBehind: boolean } | null
}

export async function loader({ context, request, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const requestedGroup = url.searchParams.get('show')
  const group = GROUPS.find((one) => one === requestedGroup)
  if (!group) return { board: dataOf(await call(getBoard, {})), shown: null }
  const [board, list] = await Promise.all([
    call(getBoard, {}),
    readPage(request.url, (query) => call(listBoardCases, { params: { group }, query })),
  ])
  const place = { page: pageIn(request.url), isBehind: cursorIn(request.url) !== null }
  return { board: dataOf(board), shown: { group, list: dataOf(list), ...place } }
}

export default function BoardOfToday({ loaderData: { board, shown } }: Route.ComponentProps) {
  useFreshBoard()
  const now = useNow(board.at)
  const waiting = board.groups.filter(({ count }) => count > 0)
  const total = {
    count: waiting.reduce((sum, { count }) => sum + count, 0),
    countIsMinimum: waiting.some(({ countIsMinimum }) => countIsMinimum),
  }
  return (
    <>
      <OfficeHead title="Today">
        <span className="muted num">{officeMoment(now.toISOString())}</span>
      </OfficeHead>
      <FindBox />
      <div className="mt-5">
        <DayFigures day={board.day} />
      </div>
      <section className="mt-5" aria-labelledby="need">
        <h2 id="need" aria-live="polite">
          {total.count === 0 ? 'Nothing needs you' : `${countText(total)} ${total.count === 1 ? 'needs' : 'need'} you`}
        </h2>
        {total.count === 0 && !shown ? (
          <Empty title="All is well" headingLevel="h3">
            Late jobs, jobs without a driver, cards to charge and anything else for us to deal with appear here.
          </Empty>
        ) : (
          <FilterChips
            label="Show"
            filters={[
              { name: 'All', to: '/admin/bookings', isOn: !shown, count: total.count },
              ...board.groups
                .filter(({ count, group }) => count > 0 || group === shown?.group)
                .map(({ group, count }) => ({
                  name: GROUP_WORDS[group].title,
                  to: `?show=${group}`,
                  isOn: group === shown?.group,
                  count,
                })),
            ]}
          />
        )}
        {shown ? (
          <div className="board cells g-3 mt-4">
            {shown.list.results.map((one) => (
              <CaseCard key={one.id} one={one} now={now} />
            ))}
            {shown.list.results.length === 0 ? <p>Nothing left here.</p> : null}
            <ListPages label="Pages of what needs you" keeps={`?show=${shown.group}`} {...shown} {...shown.list} />
          </div>
        ) : (
          waiting.map((one) => <GroupCases key={one.group} one={one} now={now} />)
        )}
      </section>
      <StartsByHour hours={board.day.hours} hour={Math.floor(toLocal(now).minute / 60)} />
    </>
  )
}

function GroupCases({ one: { group, cases, ...counted }, now }: { one: Board['groups'][number]; now: Date }) {
  const { title, page } = GROUP_WORDS[group]
  const mayOpen = useMayOpen()
  return (
    <div className="board cells g-3 mt-5">
      <div className="row row--apart">
        <h3>
          {title} <span className="count">{countText(counted)}</span>
        </h3>
        {counted.count > cases.length ? (
          <Link className="link-btn" to={page && mayOpen(page) ? page : `?show=${group}`}>
            All {countText(counted)}
            <span className="vh"> {title}</span>
          </Link>
        ) : null}
      </div>
      {cases.map((kase) => (
        <CaseCard key={kase.id} one={kase} now={now} />
      ))}
    </div>
  )
}

/** Leads to the search. */
function FindBox() {
  return (
    <search>
      <Form method="get" action="/admin/bookings/find" className="cells cols-end g-2 at-foot">
        <InputField
          label="Find a booking"
          name="q"
          type="search"
          placeholder="Booking, name, phone, postcode or plate"
          autoComplete="off"
        />
        <Button type="submit">Find</Button>
      </Form>
    </search>
  )
}

/** The jobs that start today in one bar that adds up, with its figures below it, and what they come to. Later days are not in it. */
function DayFigures({ day }: { day: Board['day'] }) {
  const { done, underWay, toCome, nobody: withoutDriver, totalPence, made } = day
  const all = done + underWay + toCome + withoutDriver
  const parts = [
    { name: 'done', count: done, look: 'is-done' },
    { name: 'under way', count: underWay, look: 'is-now' },
    { name: 'to come', count: toCome, look: undefined },
    { name: 'no driver today', count: withoutDriver, look: 'is-withoutDriver' },
  ]
  return (
    <section className="card tally cells g-3 p-4" aria-labelledby="starting-today">
      <h2 className="h3" id="starting-today">
        Jobs that start today
      </h2>
      {all > 0 ? (
        <svg
          className="tally__bar w-full edge-w-ink r-small"
          viewBox={`0 0 ${all} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {parts.map(({ name, count, look }, index) => (
            <rect
              key={name}
              className={look}
              fill="var(--surface)"
              stroke="var(--ink)"
              vectorEffect="non-scaling-stroke"
              x={parts.slice(0, index).reduce((sum, one) => sum + one.count, 0)}
              width={count}
              height={1}
            />
          ))}
        </svg>
      ) : null}
      <dl className="tiles num">
        {parts.map(({ name, count, look }) => (
          <div key={name}>
            <dt className="flex level g-15 t-sm lh-13 muted">
              <i className={look} />
              {name}
            </dt>
            <dd className="t-xl bold lh-115">{count}</dd>
          </div>
        ))}
        <div>
          <dt className="flex level g-15 t-sm lh-13 muted">for {countOf(all, 'job')} today</dt>
          <dd className="t-xl bold lh-115">{formatPence(totalPence)}</dd>
        </div>
        <div>
          <dt className="flex level g-15 t-sm lh-13 muted">booked today, for any day</dt>
          <dd className="t-xl bold lh-115">{made}</dd>
        </div>
      </dl>
    </section>
  )
}

/** How many begin in each hour, from the first to the last. */
function StartsByHour({ hours, hour }: { hours: Board['day']['hours']; hour: number }) {
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? -1]
  const most = Math.max(1, ...hours.map(({ count }) => count))
  const counts = new Map(hours.map((one) => [one.hour, one.count]))
  if (hours.length === 0) return null
  return (
    <section className="card mt-5" aria-labelledby="starts">
      <h2 className="h3 mb-4" id="starts">
        Starts by hour
      </h2>
      <ol
        className="hours-chart cells flow-col at-foot t-xs figures-even t-center muted"
        aria-label="Jobs that begin in each hour"
      >
        {Array.from({ length: last - first + 1 }, (_, index) => first + index).map((one) => (
          <li key={one} className={one === hour ? 'is-now' : undefined}>
            <span>{counts.get(one) ?? 0}</span>
            <svg viewBox={`0 0 1 ${most}`} preserveAspectRatio="none" aria-hidden="true">
              <rect
                fill={one === hour ? 'var(--ink)' : 'var(--line-strong)'}
                y={most - (counts.get(one) ?? 0)}
                width={1}
                height={counts.get(one) ?? 0}
              />
            </svg>
            {String(one).padStart(2, '0')}
          </li>
        ))}
      </ol>
    </section>
  )
}
