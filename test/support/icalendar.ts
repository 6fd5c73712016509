// Reads iCalendar as RFC 5545 wants it and takes nothing that it does not allow: what a strict calendar app would make of a feed.

export interface Component {
  name: string
  properties: Property[]
  components: Component[]
}

export interface Property {
  name: string
  parameters: Record<string, string>
  value: string
}

const LINE = /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]*))*):(.*)$/su
/** Text escapes a backslash, a semicolon, a comma and a line break, and holds no control character. */
const TEXT = /^(?:[^\\;,\p{Cc}]|\\[\\;,nN])*$/u
const TEXTS = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION', 'UID', 'X-WR-CALNAME', 'PRODID'])
const ONCE = ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'STATUS', 'URL', 'TRANSP', 'CLASS', 'SEQUENCE']

export function parseIcalendar(text: string): Component {
  if (!text.endsWith('\r\n')) throw new Error('the last line does not end')
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) throw new Error('a line ends with something else than CRLF')
  const lines = text.slice(0, -2).split('\r\n')
  const long = lines.find((line) => Buffer.byteLength(line) > 75)
  if (long) throw new Error(`longer than 75 octets: ${long}`)
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  for (const line of unfold(lines)) {
    const property = parseLine(line)
    const inner = open.at(-1)
    if (property.name === 'BEGIN') {
      const component: Component = { name: property.value, properties: [], components: [] }
      inner?.components.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      if (open.pop()?.name !== property.value) throw new Error(`END:${property.value} ends something else`)
    } else inner?.properties.push(property)
  }
  const [calendar, ...more] = root.components
  if (open.length > 1 || !calendar || more.length > 0 || root.properties.length > 0)
    throw new Error('not one calendar object')
  check(calendar)
  return calendar
}

function unfold(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines)
    if (/^[ \t]/.test(line)) whole.push(`${whole.pop() ?? ''}${line.slice(1)}`)
    else whole.push(line)
  return whole
}

function parseLine(line: string): Property {
  const [, name = '', parameters = '', value = ''] = LINE.exec(line) ?? []
  if (!name) throw new Error(`no content line: ${line}`)
  if (TEXTS.has(name) && !TEXT.test(value)) throw new Error(`not escaped: ${line}`)
  const pairs = parameters.split(';').slice(1)
  return { name, parameters: Object.fromEntries(pairs.map((pair) => pair.split('='))) as Record<string, string>, value }
}

export const valuesOf = ({ properties }: Component, name: string): string[] =>
  properties.filter((property) => property.name === name).map(({ value }) => value)

export const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character))

function check(calendar: Component): void {
  if (calendar.name !== 'VCALENDAR') throw new Error(`${calendar.name} is no calendar`)
  for (const name of ['VERSION', 'PRODID'])
    if (valuesOf(calendar, name).length !== 1) throw new Error(`${name} is there once`)
  if (valuesOf(calendar, 'VERSION')[0] !== '2.0') throw new Error('another version')
  if (calendar.components.length === 0) throw new Error('a calendar has at least one component')
  const events = calendar.components.filter(({ name }) => name === 'VEVENT')
  events.forEach(checkEvent)
  const ids = events.flatMap((event) => valuesOf(event, 'UID'))
  if (new Set(ids).size !== ids.length) throw new Error('two events have one UID')
  calendar.components.filter(({ name }) => name === 'VTIMEZONE').forEach(checkZone)
}

function checkEvent(event: Component): void {
  for (const name of ONCE) if (valuesOf(event, name).length > 1) throw new Error(`${name} more than once`)
  for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY'])
    if (valuesOf(event, name).length === 0) throw new Error(`an event without ${name}`)
  if (!/^\d{8}T\d{6}Z$/.test(valuesOf(event, 'DTSTAMP')[0] ?? '')) throw new Error('DTSTAMP is not in UTC')
  const [start, end] = ['DTSTART', 'DTEND'].map((name) => momentOf(event, name))
  if (!start || !end || start.isDay !== end.isDay || start.at >= end.at) throw new Error('it ends before it begins')
  if (!/^(TENTATIVE|CONFIRMED|CANCELLED)$/.test(valuesOf(event, 'STATUS')[0] ?? 'CONFIRMED'))
    throw new Error('no status of an event')
}

/** UTC, or a whole day; a local time would need the zone to be named. */
function momentOf(event: Component, name: string): { at: number; isDay: boolean } {
  const property = event.properties.find((one) => one.name === name)
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(property?.value ?? '')
  const isDay = property?.parameters['VALUE'] === 'DATE'
  if (!match || isDay !== (match[4] === undefined)) throw new Error(`${name}:${property?.value} is no time`)
  const [year = 0, month = 0, day = 0, ...time] = match.slice(1).map((part) => Number(part ?? 0))
  return { at: Date.UTC(year, month - 1, day, ...time), isDay }
}

function checkZone(zone: Component): void {
  if (valuesOf(zone, 'TZID').length !== 1) throw new Error('a zone without its name')
  if (zone.components.length === 0) throw new Error('a zone without its offsets')
  for (const part of zone.components)
    for (const name of ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'])
      if (valuesOf(part, name).length !== 1) throw new Error(`${part.name} without ${name}`)
}
