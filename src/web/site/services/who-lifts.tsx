import { FURNITURE_TYPES, HELP_LEVELS } from '#modules/fleet/rules.ts'
import { FURNITURE_MINUTES, MINUTES_PER_EXTRA_STOP, MINUTES_PER_FLIGHT } from '#modules/quoting/work/rules.ts'
import { liftingText } from '#web/kit/bookings/load.ts'

const helpDetails = {
  no_help: 'The driver drives, you load',
  driver_helps: 'The driver helps',
  one_porter: 'The driver helps, with one helper',
  two_porters: 'The driver helps, with two helpers; not in a Small Van',
} as const

const pieces = { sofa: 'A sofa', bed: 'A bed', wardrobe: 'A wardrobe', table: 'A table' } as const

const adds: readonly [what: string, minutes: number][] = [
  ['A flight of stairs', MINUTES_PER_FLIGHT],
  ['A lift', 0],
  ['An extra stop', MINUTES_PER_EXTRA_STOP],
  ...FURNITURE_TYPES.map((type): [string, number] => [
    `${pieces[type]} taken apart, by one person`,
    FURNITURE_MINUTES[type],
  ]),
]

/** Who may lift, and what a move's minutes are made of: the same rules by which it is priced. */
export function WhoLifts() {
  return (
    <section className="band band--white">
      <div className="wrap duo duo--top">
        <div>
          <h2>Who lifts?</h2>
          <dl className="adds adds--help">
            {HELP_LEVELS.map((help) => (
              <div key={help}>
                <dt>
                  <b>{liftingText(help)}</b>
                </dt>
                <dd className="small muted">{helpDetails[help]}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h2 className="h3">What adds time</h2>
          <dl className="adds num mt-4">
            {adds.map(([what, minutes]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{minutes} min</dd>
              </div>
            ))}
          </dl>
          <p className="small muted mt-2">Two people take two thirds of that for furniture, three a third.</p>
        </div>
      </div>
    </section>
  )
}
