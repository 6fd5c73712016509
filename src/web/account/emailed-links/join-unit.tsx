import { useState, type SubmitEvent } from 'react'
import { data, Form, redirect, useNavigation, useSubmit } from 'react-router'
import { acceptInvitation, joinUnit, validateInvitation } from '#modules/fleet/drivers/contract.ts'
import { logIn } from '#modules/identity/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import {
  formErrorsOf,
  problemText,
  unreachable,
  type FormErrors,
  type Problem,
  submitWithFallback,
} from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { type PageHandle, useSession } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { isOurs, type PageRequest } from '#web/kit/session/gate.server.ts'
import { LoginButton } from '#web/kit/session/login.tsx'
import { passwordFlaw } from '#modules/identity/passwords/rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { sessionCookie, isHttps } from '../session/session-cookie.server.ts'
import { HIRED_HOME } from '#web/shell/menu.ts'
import type { Route } from './+types/join-unit'
import { isDeadLink, tokenOf } from './mailed-link.server.ts'
import { LinkExpired, useLastAnswer } from './mailed-link.tsx'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Drive a van' })

type Invitation = AnswerOf<typeof validateInvitation>

interface Loaded {
  token: string
  /** Null if the link does not work. */
  invitation: Invitation | null
}

/** Opening the link does not use it up: mail programs open links too. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Loaded> {
  const token = tokenOf(request)
  const answer = await context.get(apiContext)(validateInvitation, { body: { token } })
  if (answer.ok) return { token, invitation: answer.data }
  if (isDeadLink(answer)) return { token: '', invitation: null }
  throw data(null, { status: answer.status })
}

type Refused = { state: 'expired' } | { state: 'refused'; problem: Problem }

/** Joins, and goes on to the calendar as the driver. */
export async function action({ request, context }: Route.ActionArgs): Promise<Refused | { state: 'joined' }> {
  const page = { request, context }
  if (!isOurs(page)) throw data(null, { status: 403 })
  const form = await readForm(request)
  return textIn(form, 'intent') === 'accept' ? accept(page, form) : register(page, form)
}

async function accept({ context }: PageRequest, form: FormData): Promise<Refused> {
  const answer = await context.get(apiContext)(acceptInvitation, { body: { token: textIn(form, 'token') } })
  if (answer.ok) throw redirect(HIRED_HOME)
  return refusedBy(problemOf(answer))
}

async function register(page: PageRequest, form: FormData): Promise<Refused | { state: 'joined' }> {
  const call = page.context.get(apiContext)
  const [phone, password] = [textIn(form, 'phone'), textIn(form, 'password')]
  const joined = await call(joinUnit, {
    body: {
      token: textIn(form, 'token'),
      firstName: textIn(form, 'first_name'),
      lastName: textIn(form, 'last_name') || null,
      phone: (parsePhone(phone) ?? phone) || null,
      password,
    },
  })
  if (!joined.ok) return refusedBy(problemOf(joined))
  const tokens = await call(logIn, { body: { email: joined.data.email, password } })
  if (!tokens.ok) return { state: 'joined' }
  throw redirect(HIRED_HOME, { headers: { 'set-cookie': sessionCookie(tokens.data, isHttps(page)) } })
}

const refusedBy = (problem: Problem): Refused =>
  problem.code === 'token_expired' || problem.errors?.token ? { state: 'expired' } : { state: 'refused', problem }

/** Keeps what was typed if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { state: 'refused' as const, problem: unreachable })

export default function JoinUnit({ loaderData: { token, invitation }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  if (answer?.state === 'joined') return <Joined />
  if (answer?.state === 'expired' || !invitation) return <Expired />
  const problem = answer?.state === 'refused' ? answer.problem : undefined
  return (
    <Page className="page--form">
      <PageHead title="Drive a van">
        <p className="break">
          <b>{invitation.companyName}</b> invites you to drive {invitation.registration ?? 'a van'}. This invitation is
          for {invitation.email}, until {formatDayLong(localDayOf(new Date(invitation.expiresAt)))}.
        </p>
      </PageHead>
      <WhatYouSee mayAnswer={invitation.mayAnswer} />
      <NextStep token={token} invitation={invitation} problem={problem} />
    </Page>
  )
}

const WhatYouSee = ({ mayAnswer }: { mayAnswer: boolean }) => (
  <section className="card" aria-labelledby="you-see">
    <h2 className="h3" id="you-see">
      What you’ll see
    </h2>
    <ul className="stack gap-2 mt-2">
      <li>The calendar and the jobs of this van, who comes along, and the cash to take.</li>
      <li>No prices, no bank details, no documents and no other van.</li>
      {mayAnswer ? <li>You may confirm, reject and take jobs.</li> : <li>The owner confirms the jobs.</li>}
    </ul>
    <p className="small muted mt-2">The owner sees your first name and your email address, and can end your access.</p>
  </section>
)

interface StepProps {
  token: string
  invitation: Invitation
  problem?: Problem
}

function NextStep({ token, invitation, problem }: StepProps) {
  const session = useSession()
  if (invitation.account === 'other')
    return (
      <Banner tone="warn" title="This address can’t be hired" className="mt-4">
        <p className="break">
          {invitation.email} has an account of another kind, such as a customer’s or a company’s. Ask{' '}
          {invitation.companyName} to invite you at another address.
        </p>
      </Banner>
    )
  const isOwn = session?.email.toLowerCase() === invitation.email.toLowerCase()
  if (session && !isOwn)
    return (
      <Banner tone="warn" title={`You are logged in as ${session.email}`} className="mt-4">
        <p className="break">This invitation went to {invitation.email}. Log out first, then open the link again.</p>
        <Form method="post" action="/session/logout">
          <input type="hidden" name="next" value={`/join-unit?token=${token}`} />
          <Button type="submit" size="small">
            Log out
          </Button>
        </Form>
      </Banner>
    )
  if (session) return <Accept token={token} problem={problem} />
  if (invitation.account === 'hired')
    return (
      <section className="card mt-4">
        <p className="mb-4">You have an account from before. Log in to accept.</p>
        <LoginButton stays />
      </section>
    )
  return <Register token={token} invitation={invitation} problem={problem} />
}

function Accept({ token, problem }: Omit<StepProps, 'invitation'>) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="card stack mt-4" replace>
      {problem ? (
        <Banner tone="bad" isAlert>
          {problemText(problem)}
        </Banner>
      ) : null}
      <input type="hidden" name="intent" value="accept" />
      <input type="hidden" name="token" value={token} />
      <Button type="submit" look="primary" wide busy={isBusy}>
        Accept
      </Button>
    </Form>
  )
}

/** Errors that the server would find too. */
function errorsIn(form: FormData): FormErrors {
  const phone = textIn(form, 'phone').trim()
  const password = textIn(form, 'password')
  const flaw = password === '' ? 'Required' : passwordFlaw(password)
  return {
    ...(textIn(form, 'first_name').trim() === '' ? { first_name: 'Required' } : {}),
    ...(phone !== '' && !parsePhone(phone) ? { phone: phoneHint } : {}),
    ...(flaw ? { password: flaw } : {}),
  }
}

function Register({ token, invitation, problem }: StepProps) {
  const [found, setFound] = useState<FormErrors>({})
  const isBusy = useNavigation().formMethod === 'POST'
  const send = useSubmit()
  const errors = { ...formErrorsOf(problem), ...found }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = errorsIn(new FormData(event.currentTarget))
    setFound(wrong)
    if (Object.keys(wrong).length > 0) focusFirstError(event.currentTarget, wrong)
    else void send(event.currentTarget, { replace: true })
  }
  return (
    <Form method="post" className="card stack mt-4" noValidate replace onSubmit={submit}>
      <h2 className="h3">Your login</h2>
      {problem && !problem.errors ? (
        <Banner tone="bad" isAlert>
          {problemText(problem)}
        </Banner>
      ) : null}
      <input type="hidden" name="token" value={token} />
      {/* For password managers; the address is the invitation's. */}
      <input type="hidden" name="email" value={invitation.email} autoComplete="username" />
      <InputField
        label="First name"
        name="first_name"
        autoComplete="given-name"
        maxLength={100}
        defaultValue={invitation.firstName ?? ''}
        error={errors.first_name}
      />
      <InputField
        label="Last name"
        name="last_name"
        optional
        autoComplete="family-name"
        maxLength={100}
        error={errors.last_name}
      />
      <InputField
        label="Phone"
        name="phone"
        type="tel"
        optional
        autoComplete="tel"
        hint="To text you about your jobs, once you have confirmed it in your settings."
        error={errors.phone}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters, with a letter and a digit."
        error={errors.password}
      />
      <Button type="submit" look="primary" wide busy={isBusy}>
        Join
      </Button>
      <p className="small muted">
        Our{' '}
        <a href="/privacy-policy" target="_blank" rel="noopener">
          Privacy and Cookie Policy
        </a>{' '}
        says how we use your data.
      </p>
    </Form>
  )
}

const Joined = () => (
  <Page className="page--form">
    <PageHead title="You have joined">
      <p>Log in with your password to see your calendar.</p>
    </PageHead>
    <LoginButton />
  </Page>
)

const Expired = () => (
  <LinkExpired
    title="Drive a van"
    action={
      <ButtonLink look="primary" to="/">
        Go home
      </ButtonLink>
    }
  >
    This invitation has been used or withdrawn, is over 7 days old or has been replaced by a newer one. Ask the person
    who invited you to send it again.
  </LinkExpired>
)
