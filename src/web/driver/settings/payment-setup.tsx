import { Banknote, CreditCard, Landmark, Lock, Mail, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { getCompany } from '#modules/companies/contract.ts'
import { getBankingAccount, saveBankingAccount } from '#modules/companies/banking/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, formatDayTime, localDayOf } from '#shared/local-time.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { answerWithPasswordOf, readForm } from '#web/kit/forms/answer.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { Route } from './+types/payment-setup'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Payment Setup' })

type Banking = AnswerOf<typeof getBankingAccount>
type Account = NonNullable<Banking['account']>

interface Loaded {
  banking: Banking
  takesCards: boolean
  commissionPercent: number
  email: string
}

export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, session } = needDriver(context)
  const [banking, company] = await Promise.all([call(getBankingAccount), call(getCompany)])
  const { commissionPercent, paymentMethods } = dataOf(company)
  const takesCards = paymentMethods.includes('card')
  return { banking: dataOf(banking), takesCards, commissionPercent, email: session.email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const body = {
    accountHolder: textIn(form, 'account_holder'),
    sortCode: textIn(form, 'sort_code'),
    accountNumber: textIn(form, 'account_number'),
    currentPassword: textIn(form, 'current_password') || null,
  }
  return answerWithPasswordOf(await call(saveBankingAccount, { body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function PaymentSetup({ loaderData }: Route.ComponentProps) {
  const { banking, takesCards, commissionPercent, email } = loaderData
  const pending = banking.pending
  return (
    <div className="stack">
      {takesCards ? null : (
        <Banner title="You take cash only">
          A new company starts with cash. Customers can book you by card once you{' '}
          <UnitLink to="/settings/general#payment">choose cards in General</UnitLink>.
        </Banner>
      )}
      {pending ? <PendingNotice pending={pending} email={email} /> : null}
      {banking.account ? <AccountCard account={banking.account} /> : null}
      <SettingsForm intent="bank" save="Save account" done="Check your email for the link" className="stack" isEmptied>
        {(errorOf) => (
          <section className="card">
            <div className="card__head">
              <h2 className="h3">{banking.account || pending ? 'Change the account' : 'Your bank account'}</h2>
            </div>
            <BankFields errorOf={errorOf} />
            <p className="small muted flex g-2 items-start mt-4">
              <Icon of={Mail} />
              <span>
                We email a link to {email}. Open it to confirm the account. We start paying it a day later.
                {banking.account ? ' Until then we pay the old one.' : ''}
              </span>
            </p>
          </section>
        )}
      </SettingsForm>
      <HowPaid commissionPercent={commissionPercent} takesCards={takesCards} />
    </div>
  )
}

function PendingNotice({ pending, email }: { pending: Account; email: string }) {
  const accountText = `${pending.accountHolder}, account ending ${pending.accountNumber.slice(-4)}`
  return pending.usableFrom ? (
    <Banner title="New account confirmed">
      We pay {accountText} from {formatDayTime(new Date(pending.usableFrom))}.
    </Banner>
  ) : (
    <Banner tone="warn" icon={Mail} title="Confirm the new account">
      Open the link that we sent to {email}. It is for {accountText}.
    </Banner>
  )
}

function AccountCard({ account }: { account: Account }) {
  const rows: [string, ReactNode][] = [
    ['Account holder', account.accountHolder],
    ['Sort code', <Masked key="sort" text={account.sortCode} shown={2} />],
    ['Account number', <Masked key="number" text={account.accountNumber} shown={4} />],
    ['Since', account.usableFrom ? formatDateUk(localDayOf(new Date(account.usableFrom))) : '–'],
  ]
  return (
    <section className="card">
      <div className="card__head row">
        <h2 className="h3">Bank account</h2>
        <Badge tone="green-soft" icon={ShieldCheck}>
          In use
        </Badge>
      </div>
      <dl className="terms">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="t-sm">{name}</dt>
            <dd className="break">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted flex g-2 items-start mt-2">
        <Icon of={Lock} />
        <span>The full numbers are never shown. To change them, enter them again.</span>
      </p>
    </section>
  )
}

/** Dots on screen, "ending 42" for screen readers. */
const Masked = ({ text, shown }: { text: string; shown: number }) => (
  <span className="one-line">
    <span aria-hidden="true">{text}</span>
    <span className="vh">ending {text.slice(-shown)}</span>
  </span>
)

function BankFields({ errorOf }: { errorOf: (path: string) => string | undefined }) {
  return (
    <div className="fields">
      <InputField
        label="Account holder"
        name="account_holder"
        required
        autoComplete="off"
        maxLength={70}
        error={errorOf('account_holder')}
      />
      <InputField
        label="Sort code"
        name="sort_code"
        required
        width="half"
        inputClass="num"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        error={errorOf('sort_code')}
      />
      <InputField
        label="Account number"
        name="account_number"
        required
        width="half"
        inputClass="num"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        hint="8 digits. If yours has 6 or 7, enter them: we put zeros in front."
        error={errorOf('account_number')}
      />
      <PasswordField
        label="Your password"
        name="current_password"
        width="half"
        autoComplete="current-password"
        error={errorOf('current_password')}
      />
    </div>
  )
}

function HowPaid({ commissionPercent, takesCards }: Pick<Loaded, 'commissionPercent' | 'takesCards'>) {
  return (
    <section className="card">
      <h2 className="h3">How you’re paid</h2>
      <ul className="ticks mt-3">
        <li>
          <Icon of={CreditCard} />
          <span>
            <b>Card jobs</b>
            <br />
            Our office takes the payment after the move, once the hours are confirmed. It’s paid in here, less our{' '}
            {commissionPercent}% fee and VAT on the fee.
          </span>
        </li>
        <li>
          <Icon of={Banknote} />
          <span>
            <b>Cash jobs</b>
            <br />
            You take the cash when the move is done. Our fee and its VAT are on your statement.
          </span>
        </li>
        {takesCards ? null : (
          <li>
            <Icon of={Landmark} />
            <span>
              <b>Why an account if you only take cash?</b>
              <br />
              If a statement ends in your favour, for example after a correction, this is where we pay it.
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}
