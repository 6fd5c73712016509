import { Form, Link } from 'react-router'
import { getBoard, listBoardCases } from '#modules/board/contract.ts'
import { GROUPS, type Group } from '#modules/board/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { toLocal } from '#shared/local-time.ts'
import { useNow } from '#web/kit/day/use-now.ts'
import { officeMoment } from '#web/kit/office/office-moment.ts'
import { OfficeHead } from '#web/kit/office/office-head.tsx'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { InputField } from '#web/ui/field.tsx'
import { FilterChips } from '#web/kit/filters/filter-chips.tsx'
import { countText, ListPages } from '#web/ui/list-pages.tsx'
import type { Route } from './+types/board'
import { GROUP_WORDS, type Board } from './board-texts.ts'
import { CaseCard } from './case-card.tsx'
import { DayFigures, StartsByHour } from './day-figures.tsx'
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
  const asked = url.searchParams.get('show')
  const group = GROUPS.find((one) => one === asked)
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
          <div className="board mt-4">
            {shown.list.results.map((one) => (
              <CaseCard key={one.id} one={one} now={now} />
            ))}
            {shown.list.results.length === 0 ? <p>None left.</p> : null}
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
  return (
    <div className="board mt-5">
      <div className="row row--apart">
        <h3>
          {title} <span className="count">{countText(counted)}</span>
        </h3>
        {counted.count > cases.length ? (
          <Link className="link-btn" to={page ?? `?show=${group}`}>
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
      <Form method="get" action="/admin/bookings/find" className="find">
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
