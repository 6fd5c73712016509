import { getCompany } from '#modules/companies/contract.ts'
import { getTerms, saveTerms } from '#modules/pricing/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { InputField, MoneyField, TextareaField } from '#web/ui/field.tsx'
import type { Route } from './+types/terms'
import { numberIn, penceIn } from './rates-form.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your terms' })

interface Loaded {
  companyId: string
  terms: AnswerOf<typeof getTerms>
}

export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { id } = dataOf(await call(getCompany))
  return { companyId: id, terms: dataOf(await call(getTerms, { params: { id } })) }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const body = {
    version: numberIn(form, 'version'),
    waitingPencePerHalfHour: penceIn(form, 'waiting_pence_per_half_hour'),
    freeWaitingMinutes: numberIn(form, 'free_waiting_minutes'),
    terms: textIn(form, 'terms'),
  }
  return plainAnswerOf(await call(saveTerms, { params: { id: textIn(form, 'companyId') }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Terms({ loaderData: { companyId, terms } }: Route.ComponentProps) {
  return (
    <SettingsForm
      intent="terms"
      save="Save terms"
      done="Terms saved"
      hidden={{ companyId, version: String(terms.version) }}
      className="stack"
    >
      {(errorOf) => (
        <>
          <section className="card">
            <h2 className="h3">Waiting</h2>
            <p className="small muted mb-4">For keys, a lift or a road that is closed.</p>
            <div className="fields">
              <InputField
                label="Free minutes"
                name="free_waiting_minutes"
                required
                width="half"
                inputMode="numeric"
                inputClass="num"
                maxLength={3}
                defaultValue={terms.freeWaitingMinutes}
                error={errorOf('free_waiting_minutes')}
              />
              <MoneyField
                label="Each half hour after that"
                name="waiting_pence_per_half_hour"
                required
                width="half"
                maxLength={8}
                defaultValue={formatPence(terms.waitingPencePerHalfHour).slice(1)}
                error={errorOf('waiting_pence_per_half_hour')}
              />
            </div>
          </section>
          <section className="card">
            <h2 className="h3 mb-4">Your terms</h2>
            <TextareaField
              label="In your own words"
              hint="What you carry and what you don’t, how goods are covered, what you need on the day."
              name="terms"
              rows={10}
              maxLength={10_000}
              defaultValue={terms.terms}
              error={errorOf('terms')}
            />
          </section>
        </>
      )}
    </SettingsForm>
  )
}
