import { VANS } from '#modules/fleet/data.ts'
import { numberText } from '#shared/number-text.ts'
import { Person, Van } from '#web/ui/van.tsx'

/** The four vans beside a person, to scale, with the numbers of spec §9. */
export function Lineup() {
  return (
    <section className="band">
      <div className="wrap">
        <div className="band__head">
          <h2>Four vans, drawn to scale</h2>
          <p className="lead">The person is 1.75 m tall. The box you see is the room you get.</p>
        </div>
        <div className="lineup">
          {VANS.map((van) => (
            <article key={van.category} className="lineup__van">
              <div className="kerb">
                <Van category={van.category} isNamed />
                {van.category === 'luton_van' ? <Person /> : null}
              </div>
              <h3>{van.name}</h3>
              <dl>
                <div>
                  <dt>Room</dt>
                  <dd>{van.volumeM3} m³</dd>
                </div>
                <div>
                  <dt>
                    Inside<span className="vh">, length by height by width</span>
                  </dt>
                  <dd>
                    {metres(van.lengthCm)}
                    {van.overCabLengthCm > 0 ? ` + ${metres(van.overCabLengthCm)}` : ''} × {metres(van.heightCm)} ×{' '}
                    {metres(van.widthCm)} m
                  </dd>
                </div>
                <div>
                  <dt>Carries</dt>
                  <dd>
                    {numberText(van.payloadMinKg)}–{numberText(van.payloadMaxKg)} kg
                  </dd>
                </div>
                <div>
                  <dt>Seats</dt>
                  <dd>{van.seats}</dd>
                </div>
              </dl>
              <p className="small muted">{van.suitability}.</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}

const metres = (centimetres: number): string => (centimetres / 100).toFixed(2)
