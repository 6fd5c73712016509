import { Check, Plus } from 'lucide-react'
import { useFetcher } from 'react-router'
import { unitPeoplePlace } from '#modules/fleet/people/rules.ts'
import { formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { Person, Van } from './people.tsx'
import { nameOf } from './person-card.tsx'

interface WhoWorksProps {
  people: readonly Person[]
  vans: readonly Van[]
}

/** For each van, everybody of the company, with one tap to put them on it or take them off. A single van asks nothing if all work on it. */
export function WhoWorks({ people, vans }: WhoWorksProps) {
  // A single fetcher for all vans: a second tap waits, so that it never overwrites the first.
  const fetcher = useFetcher<Answer>()
  const isBusy = fetcher.state !== 'idle'
  const [only] = vans
  const isSettled = only && vans.length === 1 && people.every(({ unitIds }) => unitIds.includes(only.id))
  if (people.length === 0 || vans.length === 0 || isSettled) return null
  return (
    <fetcher.Form
      method="post"
      action="/settings/people"
      className="stack"
      onSubmit={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      {vans.map((van) => (
        <VanPeople key={van.id} van={van} people={people} isBusy={isBusy} />
      ))}
      <FieldError error={isBusy ? null : formProblemOf(fetcher.data)} />
    </fetcher.Form>
  )
}

function VanPeople({ van, people, isBusy }: { van: Van; people: readonly Person[]; isBusy: boolean }) {
  const place = unitPeoplePlace(van.id)
  const card = useArrival<HTMLElement>(place)
  const isUnstaffed = people.every(({ unitIds }) => !unitIds.includes(van.id))
  return (
    <section className="card" aria-labelledby={`${place}-title`} id={place} tabIndex={-1} ref={card}>
      <h2 className="h3" id={`${place}-title`}>
        {isUnstaffed ? 'Choose who' : 'Who'} works on {van.called}
      </h2>
      {isUnstaffed ? <p className="small muted">It can’t be booked until somebody works on it.</p> : null}
      <div className="row gap-2 mt-2">
        {people.map((person) => {
          const isOn = person.unitIds.includes(van.id)
          return (
            <button
              key={person.id}
              className="chip"
              aria-pressed={isOn}
              aria-disabled={isBusy || undefined}
              name="choice"
              value={`${isOn ? 'off' : 'on'} ${person.id} ${van.id}`}
            >
              <Icon of={isOn ? Check : Plus} />
              {nameOf(person)}
            </button>
          )
        })}
      </div>
    </section>
  )
}
