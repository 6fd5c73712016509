import { VANS } from '#modules/fleet/data.ts'
import { numberText } from '#shared/texts.ts'
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
        <div className="lineup cells g-5">
          {VANS.map((van) => (
            <article key={van.category} className="lineup__van cells g-3 pack-top">
              <div className="kerb">
                <Van category={van.category} isNamed />
                {van.category === 'luton_van' ? <Person /> : null}
              </div>
              <h3>{van.name}</h3>
              <dl className="cells g-h t-sm">
                <div className="flex apart g-3">
                  <dt className="muted">Room</dt>
                  <dd className="mid right one-line">{van.volumeM3} m³</dd>
                </div>
                <div className="flex apart g-3">
                  <dt className="muted">
                    Inside<span className="vh">, length by height by width</span>
                  </dt>
                  <dd className="mid right one-line">
                    {metres(van.lengthCm)}
                    {van.overCabLengthCm > 0 ? ` + ${metres(van.overCabLengthCm)}` : ''} × {metres(van.heightCm)} ×{' '}
                    {metres(van.widthCm)} m
                  </dd>
                </div>
                <div className="flex apart g-3">
                  <dt className="muted">Carries</dt>
                  <dd className="mid right one-line">
                    {numberText(van.payloadMinKg)}–{numberText(van.payloadMaxKg)} kg
                  </dd>
                </div>
                <div className="flex apart g-3">
                  <dt className="muted">Seats</dt>
                  <dd className="mid right one-line">{van.seats}</dd>
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
