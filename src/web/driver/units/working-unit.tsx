import { Plus } from 'lucide-react'
import { redirect } from 'react-router'
import { getCalendarFeed, renewCalendarFeed, revokeCalendarFeed } from '#modules/calendar/contract.ts'
import { changeDriver, inviteDriver, removeDriver } from '#modules/fleet/drivers/contract.ts'
import { HELP_LEVELS, HELP_LEVEL_LABELS, unitPath } from '#modules/fleet/rules.ts'
import { addUnit, appealUnit, deactivateUnit, saveAllowedJobs, updateUnit } from '#modules/fleet/units/contract.ts'
import { JOB_KINDS, type JobKind } from '#modules/fleet/units/rules.ts'
import type { Crew } from '#modules/onboarding/rules.ts'
import { listUnitSearches } from '#modules/quoting/insights/contract.ts'
import type { Call } from '#shared/call.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { countOf } from '#shared/texts.ts'
import { BackToProfile } from '#web/driver/settings/settings-nav.tsx'
import { SetupPrompt } from '#web/kit/driver-setup/setup-prompt.tsx'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'
import { useArrival, nowIn } from '#web/kit/page/arrival.ts'
import { pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { chooseUnit, type ChosenUnit, type Unit } from '#web/kit/units/chosen-unit.server.ts'
import { useUnits, UnitButtonLink, UnitStatusBadge } from '#web/kit/units/unit-link.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/working-unit'
import { AddUnitDialog, UnitCard, FirstUnit } from './unit-card.tsx'
import { DriverCard } from './driver-card.tsx'
import { FeedCard, type Feed } from './feed-card.tsx'
import { PauseCard } from './pause-card.tsx'
import { Searches, type SearchPage } from './searches.tsx'
import '#web/driver/settings/settings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Working unit' })

interface Loaded extends ChosenUnit {
  /** Null without a unit. */
  searches: SearchPage | null
  feed: Feed | null
  today: LocalDay
}

export async function loader({ context, request, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const chosen = await chooseUnit(call, { url })
  const today = localDayOf(nowIn(context))
  if (!chosen.unit) return { ...chosen, searches: null, feed: null, today }
  const params = { id: chosen.unit.id }
  const page = pageIn(request.url)
  const [searches, feed] = await Promise.all([
    readPage(request.url, (query) => call(listUnitSearches, { params, query })),
    call(getCalendarFeed, { params }),
  ])
  const { results, count, next } = dataOf(searches)
  return { ...chosen, searches: { results, count, page, next }, feed: dataOf(feed), today }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const ofDriver = await driverAction(call, form)
  if (ofDriver) return ofDriver
  const params = { id: textIn(form, 'unitId') }
  const name = textIn(form, 'name')
  switch (textIn(form, 'intent')) {
    case 'add': {
      const added = await call(addUnit, { body: { name } })
      if (added.ok) throw redirect(unitPath('/settings/driving-profile', added.data.id))
      return plainAnswerOf(added)
    }
    case 'pause': {
      const body = { deactivate: textIn(form, 'deactivate') === 'yes' }
      return plainAnswerOf(await call(deactivateUnit, { params, body }))
    }
    case 'renew-feed':
      return plainAnswerOf(await call(renewCalendarFeed, { params, body: {} }))
    case 'revoke-feed':
      return plainAnswerOf(await call(revokeCalendarFeed, { params }))
    case 'appeal':
      return plainAnswerOf(await call(appealUnit, { params, body: { text: textIn(form, 'text') } }))
    default: {
      const renamed = await call(updateUnit, { params, body: { name } })
      if (!renamed.ok) return plainAnswerOf(renamed)
      const jobKinds = JOB_KINDS.filter((kind) => form.has(`kind.${kind}`))
      const helpLevels = HELP_LEVELS.filter((help) => form.has(`help.${help}`))
      const confirmsFromHours = Number(textIn(form, 'confirms_from_hours')) || null
      return plainAnswerOf(await call(saveAllowedJobs, { params, body: { jobKinds, helpLevels, confirmsFromHours } }))
    }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function WorkingUnit({ loaderData: { units, unit, searches, feed, today } }: Route.ComponentProps) {
  const { open } = useDialogs()
  const add = () => open(<AddUnitDialog />)
  return (
    <Page>
      <BackToProfile />
      <div className="page__head mb-4">
        <div className="row row--apart">
          <h1>Working unit</h1>
          {unit ? (
            <Button size="small" icon={Plus} onClick={add}>
              Add a unit
            </Button>
          ) : null}
        </div>
        {units.length > 1 && unit ? <UnitSwitcher units={units} unitId={unit.id} /> : null}
      </div>
      <SetupPrompt />
      {unit ? (
        <div className="split">
          <div className="stack">
            <section className="card row row--apart">
              <UnitStatusBadge status={unit.status} />
              <div className="row">
                <UnitButtonLink size="small" to="/working-unit/working-hours">
                  Working hours
                </UnitButtonLink>
                <UnitButtonLink size="small" to="/calendar">
                  Calendar
                </UnitButtonLink>
                <UnitButtonLink size="small" to="/settings/operations-and-pricing">
                  Area
                </UnitButtonLink>
                <UnitButtonLink size="small" to="/working-unit/bookable">
                  What it can be booked for
                </UnitButtonLink>
                {units.length > 1 ? (
                  <UnitButtonLink size="small" to="/working-unit/copy">
                    Copy from another van
                  </UnitButtonLink>
                ) : null}
              </div>
            </section>
            <JobsForm key={unit.id} unit={unit} />
            {searches ? <Searches page={searches} today={today} /> : null}
          </div>
          <aside className="split__side stack" aria-label="The van and a break">
            <UnitCard unit={unit} />
            <PauseCard unit={unit} />
            <DriverCard key={`${unit.id} ${unit.driver?.state}`} unit={unit} />
            {feed ? <FeedCard unitId={unit.id} feed={feed} /> : null}
          </aside>
        </div>
      ) : (
        <FirstUnit />
      )}
    </Page>
  )
}

/** Hours of notice to choose from; another that was set elsewhere is kept. */
const NOTICE_CHOICES = [4, 12, 24, 48, 72, 168]

const kindNames: Record<JobKind, string> = {
  home_or_office: 'Home and office removals',
  furniture: 'Furniture and single items',
}

/** The driver's name and the jobs this unit takes: kinds of move, and help levels. */
function JobsForm({ unit }: { unit: Unit }) {
  const { jobKinds, helpLevels, possibleHelpLevels, confirmsFromHours } = unit.allowedJobs
  const jobs = useArrival<HTMLElement>('jobs')
  const crews = useUnits().find(({ id }) => id === unit.id)?.crews ?? []
  return (
    <SettingsForm intent="jobs" save="Save unit" done="Unit saved" hidden={{ unitId: unit.id }} className="stack">
      {(errorOf) => (
        <>
          <section className="card stack">
            <h2 className="h3">The driver</h2>
            <InputField
              label="Name"
              hint="Customers see this"
              name="name"
              required
              maxLength={120}
              defaultValue={unit.name}
              error={errorOf('name')}
            />
          </section>
          <section className="card stack" id="jobs" tabIndex={-1} ref={jobs}>
            <h2 className="h3">Jobs this unit takes</h2>
            <fieldset>
              <legend className="label">Kind</legend>
              {JOB_KINDS.map((kind) => (
                <CheckBox key={kind} name={`kind.${kind}`} defaultChecked={jobKinds.includes(kind)}>
                  {kindNames[kind]}
                </CheckBox>
              ))}
              {errorOf('job_kinds') ? <p className="error">{errorOf('job_kinds')}</p> : null}
            </fieldset>
            <fieldset>
              <legend className="label">Who’s lifting</legend>
              <p className="small muted">
                What has a rate and enough checked people is offered, unless you switch it off.
              </p>
              {HELP_LEVELS.map((help) => {
                const isPossible = possibleHelpLevels.includes(help)
                return (
                  <CheckBox
                    key={help}
                    name={`help.${help}`}
                    defaultChecked={helpLevels.includes(help)}
                    disabled={!isPossible}
                  >
                    {HELP_LEVEL_LABELS[help]}
                    <span className="muted">
                      {isPossible
                        ? crewNote(crews.find(({ helpLevel }) => helpLevel === help))
                        : ', more than this van seats'}
                    </span>
                  </CheckBox>
                )
              })}
              {errorOf('help_levels') ? <p className="error">{errorOf('help_levels')}</p> : null}
            </fieldset>
            <SelectField
              label="Confirm bookings"
              hint="At once: customers see “Confirmed at once” and needn’t wait for you. They can cancel free for 30 minutes after booking, but not in the last four hours before the start."
              name="confirms_from_hours"
              defaultValue={confirmsFromHours ?? ''}
              error={errorOf('confirms_from_hours')}
            >
              <option value="">I answer each booking</option>
              {[...new Set([...NOTICE_CHOICES, ...(confirmsFromHours === null ? [] : [confirmsFromHours])])]
                .sort((a, b) => a - b)
                .map((hours) => (
                  <option key={hours} value={hours}>
                    At once, from {countOf(hours, 'hour')} before the start
                  </option>
                ))}
            </SelectField>
          </section>
        </>
      )}
    </SettingsForm>
  )
}

const crewNote = (crew: Crew | undefined): string => {
  if (crew?.whyNot === 'rate') return ', no rate for this van yet'
  return crew?.whyNot === 'people' ? ', not enough checked people' : ''
}

/** What the card about a unit's hired driver asks for; null if the form is another's. */
async function driverAction(call: Call, form: FormData): Promise<Answer | null> {
  const params = { id: textIn(form, 'unitId') }
  const mayAnswer = form.has('mayAnswer')
  switch (textIn(form, 'intent')) {
    case 'invite-driver': {
      const body = { email: textIn(form, 'email'), firstName: textIn(form, 'first_name') || null, mayAnswer }
      return plainAnswerOf(await call(inviteDriver, { params, body }))
    }
    case 'change-driver':
      return plainAnswerOf(await call(changeDriver, { params, body: { mayAnswer } }))
    case 'remove-driver':
      return plainAnswerOf(await call(removeDriver, { params }))
    default:
      return null
  }
}
