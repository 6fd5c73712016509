import { MapPin } from 'lucide-react'
import { Form, Link } from 'react-router'
import { countOf, shortCount } from '#shared/texts.ts'
import { formatPounds } from '#shared/money.ts'
import { Html } from '#web/kit/content/content-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Crumbs } from '../crumbs.tsx'
import { locationAddress, type Location, type RootContent } from '../page-texts.ts'

export function LocationsPage({ page, locations }: { page: RootContent; locations: readonly Location[] }) {
  const regions = byRegion(locations)
  return (
    <Page>
      <Crumbs steps={[{ name: 'Locations', to: '/our-locations' }]} />
      <PageHead title={page.title}>
        <p className="lead">{page.description}</p>
        <FromPostcode />
      </PageHead>
      <div className="regions cells at-top">
        <div>
          <RegionMap regions={regions} />
          <p className="tiny muted mt-2">Drawn by hand. The number is the places we have written about.</p>
        </div>
        <div>
          {regions.map(({ key, name, towns }) => (
            <section key={key} aria-labelledby={key}>
              <h2 className="t-lg tight-0" id={key}>
                {name}
              </h2>
              <ul className="towns list">
                {towns.map((town) => (
                  <li key={town.id}>
                    <Link to={locationAddress(town.slug)}>
                      <b className="shrink mid break">{town.name}</b>
                      <span className="t-sm muted one-line figures-even">{inNumbers(town)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
      {page.bodyHtml ? <Html className="prose after" html={page.bodyHtml} /> : null}
    </Page>
  )
}

/** "14 from £35": companies, and the lowest hour; nothing where nothing is counted. */
function inNumbers({ companies, fromPencePerHour }: Location): string {
  if (!companies) return ''
  return fromPencePerHour === null
    ? shortCount(companies)
    : `${shortCount(companies)} from ${formatPounds(fromPencePerHour)}`
}

/** Search from a postcode for towns that are not listed: any postcode of Great Britain begins a move. */
function FromPostcode() {
  return (
    <Form className="find cells cols-end g-2" action="/additional-services" aria-label="Prices from your postcode">
      <label className="affix">
        <Icon of={MapPin} />
        <input
          className="input input--postcode"
          name="from"
          aria-label="Moving from, postcode"
          placeholder="Your postcode"
          autoComplete="postal-code"
        />
      </label>
      <Button type="submit" look="primary">
        Go
      </Button>
    </Form>
  )
}

interface Drawn {
  shape: string
  /** Position of the number; the words are below it. */
  x: number
  y: number
  labelLines: readonly string[]
}

/** The regions in the order of the page, with where the map names each; Northern Ireland is not on a map of Great Britain. */
const REGIONS = [
  { key: 'london', name: 'London' },
  { key: 'south-east', name: 'South East' },
  { key: 'south-west', name: 'South West' },
  { key: 'east-of-england', name: 'East of England' },
  { key: 'west-midlands', name: 'West Midlands' },
  { key: 'east-midlands', name: 'East Midlands' },
  { key: 'yorkshire', name: 'Yorkshire' },
  { key: 'north-west', name: 'North West' },
  { key: 'north-east', name: 'North East' },
  { key: 'wales', name: 'Wales' },
  { key: 'scotland', name: 'Scotland' },
  { key: 'northern-ireland', name: 'Northern Ireland' },
] as const

type RegionKey = (typeof REGIONS)[number]['key']

// Great Britain in straight strokes, drawn by hand.
const drawn: Record<Exclude<RegionKey, 'northern-ireland'>, Drawn> = {
  scotland: {
    shape:
      'M136 271L104 281L68 290L60 267L78 238L70 205L60 215L36 248L42 205L44 175L16 155L36 135L32 102L48 69L64 28L128 26L142 31L104 76L98 102L132 89L184 91L192 106L180 129L164 162L144 174L160 183L132 200L164 201L184 218L164 258Z',
    x: 100,
    y: 144,
    labelLines: ['Scotland'],
  },
  'north-east': {
    shape: 'M184 218L202 248L208 267L218 290L232 296L204 300L174 294L164 258Z',
    x: 194,
    y: 251,
    labelLines: ['North', 'East'],
  },
  'north-west': {
    shape: 'M140 376L142 360L142 343L150 327L136 327L120 300L136 271L164 258L174 294L180 350L188 373L154 399Z',
    x: 159,
    y: 311,
    labelLines: ['North', 'West'],
  },
  yorkshire: {
    shape: 'M232 296L248 314L260 327L268 360L252 352L230 366L188 373L180 350L174 294L204 300Z',
    x: 224,
    y: 325,
    labelLines: ['Yorkshire'],
  },
  wales: {
    shape:
      'M156 495L136 506L92 495L60 490L52 472L84 452L102 436L100 416L74 413L90 393L78 380L92 371L112 378L140 376L154 399L142 432L154 475Z',
    x: 110,
    y: 434,
    labelLines: ['Wales'],
  },
  'west-midlands': {
    shape: 'M154 399L188 373L194 409L214 442L198 469L154 475L142 432Z',
    x: 172,
    y: 423,
    labelLines: ['West', 'Midlands'],
  },
  'east-midlands': {
    shape: 'M252 352L262 358L278 380L268 406L256 429L230 462L214 442L194 409L188 373L230 366Z',
    x: 236,
    y: 386,
    labelLines: ['East', 'Midlands'],
  },
  'east-of-england': {
    shape: 'M268 406L284 403L316 404L334 432L318 469L302 482L294 496L274 497L242 487L230 462L256 429Z',
    x: 292,
    y: 434,
    labelLines: ['East'],
  },
  london: {
    shape: 'M242 487L274 497L260 512L244 502Z',
    x: 330,
    y: 467,
    labelLines: ['London'],
  },
  'south-east': {
    shape:
      'M294 496L288 504L322 506L318 523L302 537L274 549L232 549L212 543L194 550L196 518L198 469L214 442L230 462L242 487L244 502L260 512L274 497Z',
    x: 242,
    y: 509,
    labelLines: ['South', 'East'],
  },
  'south-west': {
    shape:
      'M194 550L166 561L144 551L124 558L118 583L98 576L56 600L36 593L66 561L84 530L100 518L144 518L156 495L154 475L198 469L196 518Z',
    x: 132,
    y: 518,
    labelLines: ['South', 'West'],
  },
}

const motorways =
  'M258 495L234 462L216 426L212 386L204 350M216 439L190 432L170 380L156 340L150 277L124 241L100 211M250 498L196 497L160 495L132 498M186 439L176 472L158 498L128 548M204 350L206 300L198 267'

const edges =
  'M136 271L164 258L184 218M164 258L174 294L204 300L232 296M174 294L180 350L188 373L154 399L140 376M188 373L230 366L252 352M154 399L142 432L154 475L156 495M188 373L194 409L214 442L198 469L154 475M214 442L230 462L256 429L268 406M230 462L242 487L274 497L294 496M242 487L244 502L260 512L274 497M198 469L196 518L194 550'

const coast =
  'M136 271L104 281L68 290L60 267L78 238L70 205L60 215L36 248L42 205L44 175L16 155L36 135L32 102L48 69L64 28L128 26L142 31L104 76L98 102L132 89L184 91L192 106L180 129L164 162L144 174L160 183L132 200L164 201L184 218L202 248L208 267L218 290L232 296L248 314L260 327L268 360L252 352L262 358L278 380L268 406L284 403L316 404L334 432L318 469L302 482L294 496L288 504L322 506L318 523L302 537L274 549L232 549L212 543L194 550L166 561L144 551L124 558L118 583L98 576L56 600L36 593L66 561L84 530L100 518L144 518L156 495L136 506L92 495L60 490L52 472L84 452L102 436L100 416L74 413L90 393L78 380L92 371L112 378L140 376L142 360L142 343L150 327L136 327L120 300L136 271Z'

const isles = 'M204 554L220 550L218 558ZM4 112L16 96L26 119Z'

/** A link to each region's towns below, with how many there are. */
function RegionMap({ regions }: { regions: readonly Region[] }) {
  const shown = regions.flatMap(({ key, name, towns }) =>
    isDrawn(key) ? [{ key, name, count: towns.length, ...drawn[key] }] : [],
  )
  return (
    <nav aria-label="Great Britain by region">
      <svg className="gb w-full h-auto" viewBox="0 0 372 630">
        {Object.values(drawn).map(({ shape }) => (
          <path key={shape} className="reg" d={shape} />
        ))}
        {shown.map(({ key, name, count, shape, x, y, labelLines }) => (
          <a key={key} href={`#${key}`} aria-label={`${name}, ${countOf(count, 'place')}`}>
            <path className="reg" d={shape} />
            {/* The area of the name is part of the link too, because London is small on this map. */}
            <rect
              x={x - 24}
              y={y - 16}
              width="48"
              height={26 + 14 * labelLines.length}
              fill="none"
              pointerEvents="all"
            />
          </a>
        ))}
        <g fill="none" strokeLinecap="round" strokeLinejoin="round" pointerEvents="none">
          <path stroke="#5b82b6" strokeWidth="4" opacity="0.55" d={motorways} />
          <path stroke="var(--line-strong)" strokeWidth="1.5" strokeDasharray="5 5" d={edges} />
          <path stroke="var(--ink)" strokeWidth="3" strokeLinecap="butt" d={coast} />
          <path fill="var(--surface)" stroke="var(--ink)" strokeWidth="3" strokeLinecap="butt" d={isles} />
          <path stroke="var(--ink)" strokeWidth="1.5" strokeLinecap="butt" d="M259 498L310 465" />
        </g>
        <circle className="pin" cx="259" cy="498" r="5" />
        {shown.map(({ key, count, x, y, labelLines }) => (
          <g key={key} aria-hidden="true" pointerEvents="none">
            <rect className="pin" x={x - 17} y={y - 16} width="34" height="21" rx="5" />
            <text className="n" x={x} y={y}>
              {shortCount(count)}
            </text>
            {labelLines.map((word, line) => (
              <text key={word} x={x} y={y + 19 + 14 * line}>
                {word}
              </text>
            ))}
          </g>
        ))}
        <text className="sea" x="320" y="250" transform="rotate(-62 320 250)">
          NORTH SEA
        </text>
      </svg>
    </nav>
  )
}

const isDrawn = (key: string): key is keyof typeof drawn => Object.hasOwn(drawn, key)

interface Region {
  key: string
  name: string
  towns: readonly Location[]
}

/** Places and the parts of them that have a page, as one list. */
export const withParts = <Place extends object>(
  places: readonly (Place & { subcategories?: readonly Place[] })[],
): Place[] => places.flatMap((place) => [place, ...(place.subcategories ?? [])])

/** The regions that have a town, in the order of the map; a town of any other region is listed at the end. */
export function byRegion(locations: readonly Location[]): Region[] {
  const known: Region[] = REGIONS.map(({ key, name }) => ({
    key,
    name,
    towns: locations.filter(({ region }) => region === name),
  }))
  const elsewhere = locations.filter(({ region }) => !REGIONS.some(({ name }) => name === region))
  return [...known, { key: 'elsewhere', name: 'Elsewhere', towns: elsewhere }].filter(({ towns }) => towns.length > 0)
}
