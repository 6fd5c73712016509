import { Form, useNavigation } from 'react-router'
import { confirmBankingAccount } from '#modules/companies/banking/contract.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { Banner } from '#web/ui/banner.tsx'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import type { Route } from './+types/confirm-bank-account'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your bank account' })

export function loader({ context, request }: Route.LoaderArgs): { token: string } {
  needDriver(context)
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { call } = needDriverForm(context, request)
  const answer = await call(confirmBankingAccount, { body: { token: textIn(await readForm(request), 'token') } })
  if (answer.ok) return { state: 'confirmed' as const, usableFrom: answer.data.usableFrom }
  if ([409, 422].includes(answer.status)) return { state: 'expired' as const }
  return { state: 'failed' as const, detail: answer.problem.detail }
}

/** This redirects payments, so it needs a person to press the button. */
export default function ConfirmBankAccount({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  if (actionData?.state === 'confirmed') {
    return (
      <Page>
        <PageHead title="Bank account confirmed">
          <p>We pay your card jobs there from {formatDayTime(new Date(actionData.usableFrom))}.</p>
        </PageHead>
        <UnitButtonLink look="primary" to="/driver-profile">
          Driver Profile
        </UnitButtonLink>
      </Page>
    )
  }
  if (actionData?.state === 'expired' || token === '') return <Expired />
  return (
    <Page>
      <PageHead title="Confirm your bank account">
        <p className="muted">
          Card jobs are paid to it from the day after. If it was not you, change your password now.
        </p>
      </PageHead>
      {actionData ? (
        <Banner tone="bad" isAlert className="mb-4">
          {actionData.detail}
        </Banner>
      ) : null}
      <Form method="post" replace>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" look="primary" size="big" busy={isBusy}>
          Confirm the account
        </Button>
      </Form>
    </Page>
  )
}

const Expired = () => (
  <Page>
    <PageHead title="Confirm your bank account" />
    <Banner tone="bad" title="Link expired" isAlert className="mb-4">
      This link has been used, is over 24 hours old, or a newer one has been sent. Enter the account again.
    </Banner>
    <UnitButtonLink to="/settings/payment-setup">Payment Setup</UnitButtonLink>
  </Page>
)
