import { getCompany } from '#modules/companies/contract.ts'
import { getMileageCharges, saveMileageCharges } from '#modules/pricing/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { InputField, MoneyField } from '#web/ui/field.tsx'
import type { Route } from './+types/route-and-mileage'
import { numberIn, penceIn } from './rates-form.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Route and mileage' })

interface Loaded {
  companyId: string
  mileage: AnswerOf<typeof getMileageCharges>
}

export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { id } = dataOf(await call(getCompany))
  return { companyId: id, mileage: dataOf(await call(getMileageCharges, { params: { id } })) }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const body = {
    version: numberIn(form, 'version'),
    includedMiles: numberIn(form, 'included_miles'),
    pencePerMile: penceIn(form, 'pence_per_mile'),
  }
  return plainAnswerOf(await call(saveMileageCharges, { params: { id: textIn(form, 'companyId') }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function RouteAndMileage({ loaderData: { companyId, mileage } }: Route.ComponentProps) {
  return (
    <SettingsForm
      intent="mileage"
      save="Save mileage"
      done="Mileage saved"
      hidden={{ companyId, version: String(mileage.version) }}
    >
      {(errorOf) => (
        <section className="card">
          <h2 className="h3">Route and mileage</h2>
          <p className="small muted mb-4">Counted from pick-up to drop-off, including stops.</p>
          <div className="fields">
            <InputField
              label="Included miles"
              hint="They cost nothing on top of the hours"
              name="included_miles"
              required
              width="half"
              inputMode="decimal"
              inputClass="num"
              maxLength={8}
              defaultValue={mileage.includedMiles}
              error={errorOf('included_miles')}
            />
            <MoneyField
              label="Each further mile"
              hint="£0.00 to charge for time only"
              name="pence_per_mile"
              required
              width="half"
              maxLength={8}
              defaultValue={formatPence(mileage.pencePerMile).slice(1)}
              error={errorOf('pence_per_mile')}
            />
          </div>
          <p className="small muted mt-4">
            Charges of zones such as the ULEZ are added at cost, where the route meets one and your van pays it.
          </p>
        </section>
      )}
    </SettingsForm>
  )
}
