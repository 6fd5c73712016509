import { saveVat } from '#modules/companies/contract.ts'
import { getCompanyForOffice } from '#modules/office/companies/contract.ts'
import { listCompanyTrail } from '#modules/office/contract.ts'
import {
  blockUnit,
  deactivateByOffice,
  restoreUnit,
  listDecisions,
  blockCompany,
  deactivateCompany,
  restoreCompany,
} from '#modules/onboarding/decisions/contract.ts'
import type { Call } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { SentDecisions } from '../cases/sent-decisions.tsx'
import { Trail } from '../trail/trail.tsx'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead, OfficeTabs, tabIn } from '#web/kit/office/office-shell.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, mayCall, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/company'
import { CompanyOverview } from './company-overview.tsx'
import type { Company, May } from './company-texts.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.company.name ?? 'Company' })

const TABS = [
  { value: 'overview', name: 'Overview' },
  { value: 'trail', name: 'What happened' },
] as const

interface Loaded {
  company: Company
  trail: AnswerOf<typeof listCompanyTrail> | null
  may: May
  /** One's own, which can still be undone. */
  decisions: AnswerOf<typeof listDecisions>
  now: string
  tab: (typeof TABS)[number]['value']
  page: number
  isBehind: boolean
}

export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Loaded> {
  const { call, session } = needAdmin(context)
  const where = { params: { id: params.id } }
  const found = namedBy(await call(getCompanyForOffice, where))
  const tab = tabIn(TABS, request.url)
  return {
    company: found,
    may: { stop: mayCall(session, blockCompany), vat: mayCall(session, saveVat) },
    trail:
      tab === 'trail'
        ? dataOf(await readPage(request.url, (query) => call(listCompanyTrail, { ...where, query })))
        : null,
    decisions: dataOf(await call(listDecisions)),
    now: nowIn(context).toISOString(),
    tab,
    page: pageIn(request.url),
    isBehind: cursorIn(request.url) !== null,
  }
}

const orNull = (form: FormData, name: string): string | null => textIn(form, name).trim() || null

/** What a form of the page asks for; which one it was comes back with the answer. */
async function perform(call: Call, companyId: string, form: FormData): Promise<Answer> {
  const intent = textIn(form, 'intent')
  const unitId = textIn(form, 'unitId')
  const body = { reason: textIn(form, 'reason') }
  const ofCompany = { params: { id: companyId }, body }
  const ofUnit = { params: { id: unitId }, body }
  if (intent === 'vat') {
    const vat = { number: orNull(form, 'number'), registeredFrom: orNull(form, 'registered_from') }
    const vatDetails = { ...vat, deregisteredFrom: orNull(form, 'deregistered_from') }
    return plainAnswerOf(await call(saveVat, { params: { id: companyId }, body: vatDetails }))
  }
  if (intent === 'restore')
    return plainAnswerOf(
      unitId ? await call(restoreUnit, { params: { id: unitId }, body: {} }) : await call(restoreCompany, ofCompany),
    )
  if (intent === 'deactivate')
    return plainAnswerOf(unitId ? await call(deactivateByOffice, ofUnit) : await call(deactivateCompany, ofCompany))
  return plainAnswerOf(unitId ? await call(blockUnit, ofUnit) : await call(blockCompany, ofCompany))
}

export async function action({
  context,
  request,
  params,
}: Route.ActionArgs): Promise<{ about: string; answer: Answer }> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  return { about: textIn(form, 'about'), answer: await perform(call, params.id, form) }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

const doneText = (about: string): string =>
  about === 'vat'
    ? 'Saved. Prices, receipts and bills follow from these days on.'
    : 'Done, and it takes effect at once. The owner will be told in a minute unless you undo it.'

export default function CompanyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, may, trail, decisions, now, tab, page, isBehind } = loaderData
  const sent = actionData && 'answer' in actionData ? actionData : undefined
  const lost = actionData && 'ok' in actionData && !actionData.ok ? actionData.detail : null
  return (
    <>
      <OfficeHead title={company.name} backTo={{ name: 'All companies', to: '/admin/companies' }}>
        <ButtonLink size="small" to={`/companies/${company.id}`}>
          Public page
        </ButtonLink>
      </OfficeHead>
      <SentDecisions decisions={decisions} now={now} />
      {sent?.answer.ok || lost ? (
        <Banner tone={lost ? 'bad' : 'good'} isAlert className="mb-4">
          {lost ?? doneText(sent?.about ?? '')}
        </Banner>
      ) : null}
      <OfficeTabs tabs={TABS} chosen={tab} label="About this company" />
      {trail ? (
        <Trail list={trail} page={page} isBehind={isBehind} />
      ) : (
        <CompanyOverview company={company} may={may} sent={sent} />
      )}
    </>
  )
}
