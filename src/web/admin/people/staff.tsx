import { Form, Link, useNavigation } from 'react-router'
import { changeStaffRole, endStaffAccess, inviteStaff, listStaff } from '#modules/identity/administration/contract.ts'
import { STAFF_ROLES, type AnswerOf, type StaffRole } from '#shared/endpoint.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { formProblemOf, type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { officeMoment, officeMenuOf, STAFF_NAMES } from '#web/kit/office/office-pages.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import type { Route } from './+types/staff'
import { nameOf } from './person-texts.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Office people' })

type Member = AnswerOf<typeof listStaff>['results'][number]

/** What the address asks to do, which the page then says before it is done. */
interface Asked {
  act: string
  member: Member | null
  role: StaffRole
  email: string
  firstName: string
  lastName: string
  attempt: string
}

interface Loaded {
  people: Member[]
  request: Asked | null
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const { results } = dataOf(await call(listStaff))
  const given = (name: string) => url.searchParams.get(name)?.trim() ?? ''
  const member = results.find(({ id }) => id === given('id')) ?? null
  const act = given('act')
  if (act !== 'invite' && !(member && ['role', 'end'].includes(act))) return { people: results, request: null }
  return {
    people: results,
    request: {
      act,
      member,
      role: roleIn(given('role')) ?? member?.staffRole ?? 'support',
      email: given('email'),
      firstName: given('first_name'),
      lastName: given('last_name'),
      attempt: crypto.randomUUID(),
    },
  }
}

const roleIn = (text: string): StaffRole | undefined => STAFF_ROLES.find((role) => role === text)

export async function action({ context, request }: Route.ActionArgs): Promise<Answer<string>> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const act = textIn(form, 'act')
  const to = { params: { id: textIn(form, 'id') } }
  // What is no role, the API refuses.
  const staffRole = textIn(form, 'role') as StaffRole
  const plain = plainAnswerOf(
    act === 'end'
      ? await call(endStaffAccess, to)
      : act === 'role'
        ? await call(changeStaffRole, { ...to, body: { staffRole } })
        : await call(
            inviteStaff,
            {
              body: {
                email: textIn(form, 'email'),
                firstName: textIn(form, 'first_name'),
                lastName: textIn(form, 'last_name'),
                staffRole,
              },
            },
            keyOf(textIn(form, 'attempt')),
          ),
  )
  return plain.ok ? { ok: true, data: DONE[act === 'end' || act === 'role' ? act : 'invite'] } : plain
}

const keyOf = (attempt: string) => (/^[\w-]{36}$/.test(attempt) ? { idempotencyKey: attempt } : {})

const DONE = {
  end: 'Their access has ended, and they are logged out everywhere.',
  role: 'The role is changed. It counts from their next page on.',
  invite: 'Added. They have an email with a link to choose a password.',
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { people, request } = loaderData
  return (
    <>
      <OfficeHead title="Office people" />
      <div className="stack">
        {actionData?.ok ? (
          <Banner tone="good" isAlert>
            {actionData.data}
          </Banner>
        ) : null}
        {request && !actionData?.ok ? <SecondLook key={request.attempt} request={request} answer={actionData} /> : null}
        <section className="card stack" aria-labelledby="people">
          <h2 className="h3" id="people">
            Who works here
          </h2>
          <ul className="list divide">
            {people.map((member) => (
              <li key={member.id} className="row apart py-4 break">
                <MemberLine member={member} />
              </li>
            ))}
          </ul>
        </section>
        <section className="card" aria-labelledby="add">
          <h2 className="h3 mb-4" id="add">
            Add somebody
          </h2>
          <InviteFields />
        </section>
      </div>
    </>
  )
}

const LOOKS = {
  active: null,
  invited: { tone: 'yellow', name: 'Hasn’t logged in yet' },
  ended: { tone: 'off', name: 'Access ended' },
} as const

function MemberLine({ member }: { member: Member }) {
  const look = LOOKS[member.status]
  return (
    <>
      <div>
        <b>
          {nameOf(member)}
          {member.isSelf ? ' (you)' : ''}
        </b>{' '}
        {look ? <Badge tone={look.tone}>{look.name}</Badge> : null}
        <p className="small muted">
          {STAFF_NAMES[member.staffRole]}. {member.email}
        </p>
        <p className="small muted">
          {member.hasTwoStep ? 'Two-step login is on' : 'No two-step login'}
          {member.lastSeenAt ? `, last here ${officeMoment(member.lastSeenAt)}` : ''}
        </p>
      </div>
      {member.status === 'ended' ? (
        <ButtonLink size="small" to={`/admin/people/${member.id}`}>
          Open account<span className="vh"> of {nameOf(member)}</span>
        </ButtonLink>
      ) : (
        <div className="row">
          <ButtonLink size="small" to={`?act=role&id=${member.id}`}>
            Change role<span className="vh"> of {nameOf(member)}</span>
          </ButtonLink>
          {member.isSelf ? null : (
            <ButtonLink size="small" to={`?act=end&id=${member.id}`}>
              End access<span className="vh"> of {nameOf(member)}</span>
            </ButtonLink>
          )}
        </div>
      )}
    </>
  )
}

const RoleField = ({ role, error }: { role?: StaffRole; error?: string | undefined }) => (
  <SelectField label="Role" name="role" defaultValue={role ?? 'support'} error={error}>
    {STAFF_ROLES.map((one) => (
      <option key={one} value={one}>
        {STAFF_NAMES[one]}
      </option>
    ))}
  </SelectField>
)

const InviteFields = () => (
  <Form method="get" className="fields">
    <input type="hidden" name="act" value="invite" />
    <InputField label="First name" name="first_name" maxLength={100} autoComplete="off" required />
    <InputField label="Last name" name="last_name" maxLength={100} autoComplete="off" optional />
    <InputField label="Email" name="email" type="email" maxLength={254} autoComplete="off" required />
    <RoleField />
    <div className="row whole">
      <Button type="submit">Look it over</Button>
    </div>
  </Form>
)

/** Says whom it is about and what the role opens; only then is there the button that does it. */
function SecondLook({ request, answer }: { request: Asked; answer: Answer | undefined }) {
  const { act, member, role, email, firstName, lastName, attempt } = request
  const isBusy = useNavigation().formMethod === 'POST'
  const problem = answer && !answer.ok ? (formProblemOf(answer) ?? answer.detail) : null
  const name = member ? nameOf(member) : [firstName, lastName].filter(Boolean).join(' ')
  const texts = {
    invite: { title: `Add ${name} as ${STAFF_NAMES[role].toLowerCase()}?`, button: `Add ${name}` },
    role: { title: `Change the role of ${name}`, button: 'Change role' },
    end: { title: `End the access of ${name}?`, button: 'End access' },
  }[act === 'role' || act === 'end' ? act : 'invite']
  return (
    <section className="card stack" aria-labelledby="look">
      <h2 className="h3" id="look">
        {texts.title}
      </h2>
      <ProblemBanner text={problem} />
      {act === 'role' ? (
        <Form method="get" className="fields">
          <input type="hidden" name="act" value="role" />
          <input type="hidden" name="id" value={member?.id} />
          <RoleField role={role} />
          <div className="row whole">
            <Button type="submit">Show what it opens</Button>
          </div>
        </Form>
      ) : null}
      {act === 'end' ? (
        <p>
          They are logged out everywhere at once and can’t log in again. What they did stays in the audit log. You can
          open the account again on their page.
        </p>
      ) : (
        <p>
          {act === 'invite' ? `We email a link to ${email}. ` : ''}As {STAFF_NAMES[role].toLowerCase()} they open:{' '}
          {officeMenuOf(role)
            .map((page) => page.name)
            .join(', ')}
          .
        </p>
      )}
      <Form method="post" className="stack">
        {Object.entries({
          act,
          id: member?.id ?? '',
          role,
          email,
          first_name: firstName,
          last_name: lastName,
          attempt,
        }).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <div className="row">
          {act === 'role' && role === member?.staffRole ? null : (
            <Button type="submit" look={act === 'end' ? 'danger' : 'primary'} busy={isBusy}>
              {act === 'role' ? `Make ${name} ${STAFF_NAMES[role].toLowerCase()}` : texts.button}
            </Button>
          )}
          <Link className="btn btn--quiet" to="/admin/staff">
            Leave it
          </Link>
        </div>
      </Form>
    </section>
  )
}
