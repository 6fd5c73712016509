import { Form, redirect, useNavigation } from 'react-router'
import { findPageByCode } from '#modules/bookings/changes/screen-codes/contract.ts'
import { CODE_MINUTES } from '#modules/bookings/changes/screen-codes/rules.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { orUnreachable } from '#web/kit/forms/keep-page.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/day-code'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Code from your driver' })

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const form = await readForm(request)
  const found = await context.get(apiContext)(findPageByCode, { body: { code: textIn(form, 'code') } })
  if (found.ok) throw redirect(found.data.address)
  const problem = problemOf(found)
  return found.status === 404 ? { ...problem, errors: { code: [UNKNOWN] } } : problem
}

const UNKNOWN = `No booking has this code now. A code works for ${CODE_MINUTES} minutes: ask your driver for a new one.`

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

/** From the code on the driver's screen to the customer's own page. */
export default function DayCode({ actionData }: Route.ComponentProps) {
  const problem = formProblemOf(actionData)
  return (
    <Page className="page--form">
      <PageHead title="Code from your driver">
        <p>Your driver’s screen shows six letters and digits. They lead to your booking.</p>
      </PageHead>
      {problem ? (
        <Banner tone="bad" isAlert>
          {problem}
        </Banner>
      ) : null}
      <Form method="post" className="stack" noValidate>
        <InputField
          label="Code"
          name="code"
          inputClass="num"
          autoComplete="off"
          maxLength={20}
          error={errorAt(actionData, 'code')}
        />
        <Button type="submit" look="primary" busy={useNavigation().state !== 'idle'}>
          Open my booking
        </Button>
      </Form>
    </Page>
  )
}
