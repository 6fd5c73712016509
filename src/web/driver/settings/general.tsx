import { getCompany, updateCompany } from '#modules/companies/contract.ts'
import { PAYMENT_METHODS } from '#modules/companies/rules.ts'
import { listUnits } from '#modules/fleet/units/contract.ts'
import type { Call } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { answerIntent, phoneHandlers } from '#web/kit/account/account-action.server.ts'
import { PhoneCard } from '#web/kit/account/settings-card.tsx'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { chooseTheme, useTheme } from '#web/shell/theme.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { CheckBox, Segmented } from '#web/ui/choice.tsx'
import { InputField, TextareaField } from '#web/ui/field.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import type { Route } from './+types/general'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'General settings' })

type Company = AnswerOf<typeof getCompany>

interface Loaded {
  company: Company
  /** Base postcode of the company; until it has one, that of an operating area, so that it is asked for only once. */
  base: string | null
  phone: string | null
}

export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, session } = needDriver(context)
  const company = dataOf(await call(getCompany))
  const base = company.basePostcode ?? (await baseOfUnits(call))
  return { company, base, phone: session.phone }
}

async function baseOfUnits(call: Call): Promise<string | null> {
  const { results } = dataOf(await call(listUnits, { query: { pageSize: 100 } }))
  return results.map(({ operatingArea }) => operatingArea.basePostcode).find((base) => base !== null) ?? null
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const phoneAnswer = await answerIntent({ request, context }, form, phoneHandlers)
  if (phoneAnswer) return phoneAnswer
  return plainAnswerOf(await call(updateCompany, { body: companyOf(form) }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

const orNull = (form: FormData, name: string) => textIn(form, name).trim() || null

const companyOf = (form: FormData) => ({
  name: textIn(form, 'name'),
  legalName: orNull(form, 'legal_name'),
  companyNumber: orNull(form, 'company_number'),
  registeredAddress: orNull(form, 'registered_address'),
  taxNumber: orNull(form, 'tax_number'),
  dateOfBirth: orNull(form, 'date_of_birth'),
  insuranceNumber: orNull(form, 'insurance_number'),
  basePostcode: orNull(form, 'base_postcode'),
  vatNumber: orNull(form, 'vat_number'),
  vatRegisteredFrom: orNull(form, 'vat_registered_from'),
  paymentMethods: PAYMENT_METHODS.filter((method) => form.has(method)),
  givesCompanyPhone: form.has('gives_company_phone'),
  changesAtOnce: form.has('changes_at_once'),
})

export default function General({ loaderData: { company, base, phone } }: Route.ComponentProps) {
  const payment = useArrival<HTMLElement>('payment')
  return (
    <div className="stack">
      <PhoneCard
        phone={phone}
        isConfirmed={useRootData()?.driver?.flags.isMainPhoneSetup === true}
        hint="Customers see it once a booking is confirmed."
      />
      <NightCard />
      <LoginCard />
      <SettingsForm
        intent="company"
        save="Save details"
        done="Details saved"
        missing={missingOf(company)}
        className="stack"
      >
        {(errorOf) => (
          <>
            <section className="card">
              <h2 className="h3 mb-4">Your company</h2>
              <CompanyFields company={company} base={base} errorOf={errorOf} />
            </section>
            <section className="card" id="payment" tabIndex={-1} ref={payment}>
              <h2 className="h3 mb-4">How customers pay you</h2>
              <fieldset>
                <legend className="vh">How customers pay you</legend>
                <CheckBox name="cash" defaultChecked={company.paymentMethods.includes('cash')}>
                  Cash, to you when the move is done
                </CheckBox>
                <CheckBox name="card" defaultChecked={company.paymentMethods.includes('card')}>
                  Card, taken by our office after the move
                </CheckBox>
              </fieldset>
              {errorOf('payment_methods') ? <p className="error">{errorOf('payment_methods')}</p> : null}
            </section>
            <section className="card">
              <h2 className="h3 mb-4">The number customers ring</h2>
              <CheckBox name="gives_company_phone" defaultChecked={company.givesCompanyPhone}>
                Always your number above
              </CheckBox>
              <p className="small muted mt-3">Otherwise customers see the driver’s own number.</p>
            </section>
            <section className="card">
              <h2 className="h3 mb-4">Changes to a booking</h2>
              <CheckBox name="changes_at_once" defaultChecked={company.changesAtOnce}>
                Do small changes at once, at your prices
              </CheckBox>
              <p className="small muted mt-3">
                Up to 20% of the price and two hours, if your calendar allows it. Anything more, or all if this is off,
                is yours to answer.
              </p>
            </section>
            <section className="card">
              <h2 className="h3 mb-4">VAT</h2>
              <VatFields company={company} errorOf={errorOf} />
            </section>
            <section className="card">
              <h2 className="h3">Yearly report to HMRC</h2>
              <p className="small muted mb-4">
                By law we report each January what every company earned here. You get a copy. Only our office and HMRC
                see these two.
              </p>
              <ReportFields company={company} errorOf={errorOf} />
            </section>
          </>
        )}
      </SettingsForm>
    </div>
  )
}

/** What jobs wait for; without it saving is no more than that. */
const missingOf = ({ insuranceNumber, basePostcode }: Company): string[] => [
  ...(insuranceNumber ? [] : ['the insurance number']),
  ...(basePostcode ? [] : ['the base postcode']),
]

/** Name, email, password, two-step login and sessions have a page of their own. */
const LoginCard = () => (
  <section className="card">
    <h2 className="h3">Login and security</h2>
    <p className="mt-3">
      <UnitButtonLink to="/account">Open login settings</UnitButtonLink>
    </p>
  </section>
)

interface FieldsProps {
  company: Company
  errorOf: (path: string) => string | undefined
}

function CompanyFields({ company, base, errorOf }: FieldsProps & Pick<Loaded, 'base'>) {
  const field = (name: string) => ({ name, error: errorOf(name) })
  return (
    <div className="fields">
      <InputField
        {...field('name')}
        label="Company name"
        hint="Customers see this"
        defaultValue={company.name}
        maxLength={120}
      />
      <InputField
        {...field('insurance_number')}
        label="Insurance number"
        hint="The policy number of your hire and reward insurance"
        defaultValue={company.insuranceNumber ?? ''}
        maxLength={40}
        autoComplete="off"
      />
      <PostcodeField
        {...field('base_postcode')}
        label="Base postcode"
        hint="Where the vans are kept overnight. Operating areas begin with it."
        defaultValue={base ?? ''}
        width="half"
      />
      <InputField
        {...field('company_number')}
        label="Companies House number"
        hint="Leave blank if you’re a sole trader."
        optional
        defaultValue={company.companyNumber ?? ''}
        maxLength={12}
        width="half"
        autoComplete="off"
      />
      <InputField
        {...field('legal_name')}
        label="Legal name"
        hint="If different. Customers see it when they book; a sole trader’s is their own name."
        optional
        defaultValue={company.legalName ?? ''}
        maxLength={160}
      />
      <TextareaField
        {...field('registered_address')}
        label="Registered address"
        hint="Where customers can write to you. It’s in their confirmation."
        optional
        rows={3}
        defaultValue={company.registeredAddress ?? ''}
        maxLength={400}
      />
    </div>
  )
}

function VatFields({ company, errorOf }: FieldsProps) {
  return (
    <div className="fields">
      <InputField
        label="VAT number"
        hint="Leave blank if you’re not registered"
        optional
        name="vat_number"
        error={errorOf('vat_number')}
        defaultValue={company.vatNumber ?? ''}
        maxLength={20}
        width="half"
        autoComplete="off"
      />
      <InputField
        label="Registered from"
        hint="Your prices include VAT from this day"
        optional
        type="date"
        name="vat_registered_from"
        error={errorOf('vat_registered_from')}
        defaultValue={company.vatRegisteredFrom ?? ''}
        width="half"
      />
    </div>
  )
}

function ReportFields({ company, errorOf }: FieldsProps) {
  return (
    <div className="fields">
      <InputField
        label="Tax number"
        hint="National Insurance number, or 10-digit UTR"
        optional
        name="tax_number"
        error={errorOf('tax_number')}
        defaultValue={company.taxNumber ?? ''}
        maxLength={20}
        width="half"
        autoComplete="off"
      />
      <InputField
        label="Date of birth"
        hint="Not needed with a Companies House number"
        optional
        type="date"
        name="date_of_birth"
        error={errorOf('date_of_birth')}
        defaultValue={company.dateOfBirth ?? ''}
        width="half"
        autoComplete="bday"
      />
    </div>
  )
}

const views = [
  { value: 'auto', label: 'Same as phone' },
  { value: 'light', label: 'Day' },
  { value: 'dark', label: 'Night' },
] as const

function NightCard() {
  const { chosen } = useTheme()
  return (
    <section className="card">
      <h2 className="h3">Night view</h2>
      <p className="small muted mb-4">Dark screen for the cab. Saved on this device.</p>
      <Segmented legend="Night view" name="theme" choices={views} value={chosen} onChange={chooseTheme} />
    </section>
  )
}
