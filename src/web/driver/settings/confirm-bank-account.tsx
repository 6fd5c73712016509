import { Form, useNavigation } from 'react-router'
import { confirmBankingAccount, getBankingAccount } from '#modules/companies/banking/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { readForm } from '#web/kit/forms/answer.server.ts'
import type { Route } from './+types/confirm-bank-account'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your bank account' })

interface Loaded {
  token: string
  /** The account that was entered last, which is the one that a link still confirms. */
  account: AnswerOf<typeof getBankingAccount>['pending']
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { pending } = dataOf(await call(getBankingAccount))
  return { token: new URL(request.url).searchParams.get('token') ?? '', account: pending }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { call } = needDriverForm(context, request)
  const answer = await call(confirmBankingAccount, { body: { token: textIn(await readForm(request), 'token') } })
  if (answer.ok) return { state: 'confirmed' as const, usableFrom: answer.data.usableFrom }
  if ([409, 422].includes(answer.status)) return { state: 'expired' as const }
  return { state: 'failed' as const, detail: answer.problem.detail }
}

/** This redirects payments, so it needs a person to press the button. */
export default function ConfirmBankAccount({ loaderData: { token, account }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  if (actionData?.state === 'confirmed') {
    return (
      <Page>
        <PageHead title="Bank account confirmed">
          {account ? <AccountLine account={account} /> : null}
          <p>We pay your card jobs there from {formatDayTime(new Date(actionData.usableFrom))}.</p>
        </PageHead>
        <UnitButtonLink look="primary" to="/driver-profile">
          Driver Profile
        </UnitButtonLink>
      </Page>
    )
  }
  const isWaiting = account !== null && account.usableFrom === null
  if (actionData?.state === 'expired' || token === '' || !isWaiting) return <Expired />
  return (
    <Page>
      <PageHead title="Confirm your bank account">
        <AccountLine account={account} />
        <p className="muted">
          We start paying card jobs into it a day later. If it wasn’t you, change your password now.
        </p>
      </PageHead>
      <ProblemBanner text={actionData?.detail} className="mb-4" />
      <Form method="post" replace>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" look="primary" size="big" busy={isBusy}>
          Confirm the account
        </Button>
      </Form>
    </Page>
  )
}

const AccountLine = ({ account }: { account: NonNullable<Loaded['account']> }) => (
  <p className="num">
    <b>{account.accountHolder}</b>, sort code ending {account.sortCode.slice(-2)}, account ending{' '}
    {account.accountNumber.slice(-4)}
  </p>
)

const Expired = () => (
  <Page>
    <PageHead title="Confirm your bank account" />
    <Banner tone="bad" title="Link expired" isAlert className="mb-4">
      This link has been used, is over 24 hours old or has been replaced by a newer one. Enter the account again.
    </Banner>
    <UnitButtonLink to="/settings/payment-setup">Payment Setup</UnitButtonLink>
  </Page>
)
