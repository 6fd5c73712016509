import { HELP_LEVEL_LABELS, HELP_LEVELS } from '#modules/fleet/rules.ts'
import { JOB_KINDS, type JobKind } from '#modules/fleet/units/rules.ts'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'
import type { Crew } from '#modules/onboarding/bookable/rules.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import { useUnits } from '#web/kit/units/chosen-unit.ts'
import { CheckBox } from '#web/ui/choice.tsx'
import { InputField } from '#web/ui/field.tsx'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'

const kindNames: Record<JobKind, string> = {
  home_or_office: 'Home and office removals',
  furniture: 'Furniture and single items',
}

/** The driver's name and the jobs this unit takes: kinds of move, and help levels. */
export function JobsForm({ unit }: { unit: Unit }) {
  const { jobKinds, helpLevels, possibleHelpLevels } = unit.allowedJobs
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
              hint="As customers see it"
              name="name"
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
