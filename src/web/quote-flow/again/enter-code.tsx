import { Form, redirect, useNavigation } from 'react-router'
import { openMoveByCode } from '#modules/quoting/kept-moves/contract.ts'
import { CODE_LENGTH, CODE_MINUTES } from '#modules/quoting/kept-moves/rules.ts'
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
import type { Route } from './+types/enter-code'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Carry on with a code' })

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const form = await readForm(request)
  const opened = await context.get(apiContext)(openMoveByCode, { body: { code: textIn(form, 'code') } })
  if (opened.ok) throw redirect(`/moves/${opened.data.token}?from=device`)
  const problem = problemOf(opened)
  return opened.status === 404 ? { ...problem, errors: { code: [UNKNOWN] } } : problem
}

const UNKNOWN = `No move has this code now. A code works once, for ${CODE_MINUTES} minutes: get a new one on your other device.`

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

/** From the code on one device to the move on another. */
export default function EnterCode({ actionData }: Route.ComponentProps) {
  const problem = formProblemOf(actionData)
  return (
    <Page className="page--form">
      <PageHead title="Carry on with a code">
        <p>
          On your other device open “Save or send this list” and get a code. It has {CODE_LENGTH} letters and digits.
        </p>
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
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={errorAt(actionData, 'code')}
        />
        <Button type="submit" look="primary" busy={useNavigation().state !== 'idle'}>
          Open my move
        </Button>
      </Form>
    </Page>
  )
}
