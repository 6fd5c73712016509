import { Form, Link, useNavigation } from 'react-router'
import { decideClaim, getClaim, listClaims } from '#modules/bookings/claims/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, localDayOf } from '#shared/local-time.ts'
import { formatPence, parsePounds } from '#shared/money.ts'
import { CLAIM_STATUS_TEXTS } from '#modules/bookings/claims/rules.ts'
import { ClaimView, type Claim } from '#web/kit/changes/claim-view.tsx'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, formProblemOf, type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { TableLink } from '#web/kit/upload/file-link.tsx'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { showFilter } from '#web/kit/office/office-pages.ts'
import { OfficeDesk, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { readOfficeList, shownPart, type ShownPart } from '#web/kit/office/list-page.server.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { MoneyField, TextareaField } from '#web/ui/field.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/claims'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Claims' })

const filters = showFilter({ value: 'waiting', label: 'Waiting for us' }, { value: 'all', label: 'All' })

interface Loaded {
  list: AnswerOf<typeof listClaims>
  part: ShownPart<'waiting' | 'all'>
  chosen: Claim | null
}

export async function loader({ context, request, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const part = shownPart(filters, request.url)
  const list = await readOfficeList(request.url, (place) => call(listClaims, { query: { ...place, show: part.show } }))
  const id = url.searchParams.get('claim') ?? list.results[0]?.bookingId
  const found = id === undefined ? null : namedBy(await call(getClaim, { params: { id } }))
  return { list, part, chosen: found }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const body = { awardedPence: parsePounds(textIn(form, 'amount')) ?? -1, text: textIn(form, 'text') }
  const answer = await call(decideClaim, { params: { id: textIn(form, 'bookingId') }, body })
  return answer.ok ? { ok: true, data: null } : problemOf(answer)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Claims({ loaderData, actionData }: Route.ComponentProps) {
  const { list, part, chosen } = loaderData
  const addressOf = (id: string) => {
    const search = new URLSearchParams(part.keeps)
    search.set('claim', id)
    return `/admin/claims?${search}`
  }
  return (
    <>
      <OfficeHead title="Claims">
        {list.results.length > 0 ? <TableLink list="/admin/claims/" query={{ show: part.show }} /> : null}
      </OfficeHead>
      <FilterBar filters={filters} values={part.values} />
      {list.results.length === 0 && !chosen ? (
        <Empty title="No claim waits for us">Claims that a company doesn’t pay in full appear here.</Empty>
      ) : (
        <OfficeDesk
          queue={
            <nav aria-label="Claims">
              <ul className="queue strip--wide holds cells g-2">
                {list.results.map((one) => (
                  <li key={one.bookingId}>
                    <Link
                      to={addressOf(one.bookingId)}
                      aria-current={one.bookingId === chosen?.bookingId ? 'page' : undefined}
                      preventScrollReset
                    >
                      <b>{one.company.name}</b>
                      <span className="num">{formatPence(one.askedPence)}</span>
                      <span className="queue__what muted">
                        {formatDateUk(localDayOf(new Date(one.madeAt)))}. {CLAIM_STATUS_TEXTS[one.status]}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <ListPages label="Pages of claims" {...part} {...list} />
            </nav>
          }
        >
          {chosen ? (
            <div className="card stack" key={`${chosen.bookingId} ${chosen.status}`}>
              <h2 className="long">
                {chosen.customerName} against {chosen.company.name}
              </h2>
              <ClaimView claim={chosen} company={chosen.company.name} />
              {chosen.status === 'with_office' ? <DecideForm claim={chosen} answer={actionData} /> : null}
            </div>
          ) : null}
        </OfficeDesk>
      )}
    </>
  )
}

function DecideForm({ claim, answer }: { claim: Claim; answer: Answer | undefined }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const problem = formProblemOf(answer)
  return (
    <Form method="post" className="stack" noValidate>
      <ProblemBanner text={problem} />
      <input type="hidden" name="bookingId" value={claim.bookingId} />
      <MoneyField
        label="What the company should pay"
        hint={`Up to ${formatPence(claim.askedPence)}.`}
        name="amount"
        required
        error={errorAt(answer, 'awarded_pence')}
      />
      <TextareaField
        label="Why"
        hint="Both sides can read it."
        name="text"
        required
        rows={4}
        maxLength={2000}
        error={errorAt(answer, 'text')}
      />
      <Button type="submit" look="primary" busy={isBusy}>
        Decide
      </Button>
    </Form>
  )
}
