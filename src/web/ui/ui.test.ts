import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement as h, type ComponentProps, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { Badge, Rating } from './badge.tsx'
import { Banner, Faq } from './banner.tsx'
import { Button, ButtonLink } from './button.tsx'
import { CheckBox, Chip, Segmented, SelectCards, Switch, Stepper } from './choice.tsx'
import { DurationSelect, InputField, MoneyField, SelectField, TextareaField } from './field.tsx'
import { Empty, SkeletonCard, Actions, Page, PageHead } from './page.tsx'
import { Journey, CompanyMark, Plate, Sign } from './sign.tsx'
import { PostcodeField } from './postcode-field.tsx'
import { QuoteCard } from './quote-card.tsx'
import { Receipt } from './receipt.tsx'
import { pinOf, RouteRead } from './route-line.tsx'
import { Tabs } from './tabs.tsx'
import { VanSprite } from './van-sprite.tsx'
import { LoadMeter, Person, Van } from './van.tsx'

const nothing = () => undefined
const html = (node: ReactNode): string => renderToStaticMarkup(h(MemoryRouter, null, node))

const choices = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
] as const

const all: Record<string, ReactNode> = {
  buttons: h('div', { className: 'row' }, [
    h(Button, { key: 1, look: 'primary' }, 'Compare prices'),
    h(Button, { key: 2 }, 'Download'),
    h(Button, { key: 3, look: 'danger' }, 'Reject'),
    h(Button, { key: 4, look: 'primary', busy: true }, 'Saving'),
    h(Button, { key: 5, disabled: true }, 'Save'),
    h(ButtonLink, { key: 6, to: '/terms', children: 'Terms' }),
  ]),
  input: h(InputField, { label: 'Email', hint: 'Where we write to', error: 'Invalid email', defaultValue: 'priya@' }),
  money: h(MoneyField, { label: 'Rate', defaultValue: '58' }),
  select: h(SelectField, { label: 'Stairs', children: h('option', null, 'There is a lift') }),
  text: h(TextareaField, { label: 'Anything else?', optional: true }),
  postcode: h(PostcodeField, { label: 'Postcode', defaultValue: 'E17 4QH' }),
  segmented: h(Segmented, { legend: 'Sort by', name: 's', choices, defaultValue: 'a' }),
  cards: h(SelectCards, { legend: 'Pay', name: 'p', choices, value: 'b', onChange: nothing }),
  chip: h(Chip, { count: 3, defaultChecked: true, children: 'Takes card' }),
  check: h(CheckBox, { children: 'Same contact as pick-up' }),
  switch: h(Switch, { label: 'Work on Sunday' }),
  add: h(Stepper, { name: 'Sofa', value: 0, onChange: nothing }),
  stepper: h(Stepper, { name: 'Sofa', value: 3, onChange: nothing }),
  sign: h(
    Sign,
    null,
    h('div', { className: 'sign__big yel' }, '6 h 30 min'),
    h(RouteRead, { points: [{ name: 'Walthamstow' }, { name: 'Croydon' }, { name: 'Brighton', detail: 'BN1' }] }),
  ),
  plate: h(Plate, { registration: 'LK72 VNF', front: true }),
  mark: h(CompanyMark, { name: 'Pennant & Daughters', logoUrl: null, markColour: 'red' }),
  vans: h('div', { className: 'row m-30 kerb' }, [
    h(Van, { key: 1, category: 'small_van', load: 0.4, isNamed: true }),
    h(Van, { key: 2, category: 'luton_van', load: 1.2 }),
    h(Van, { key: 4, category: 'luton_van', load: 0.9 }),
    h(Person, { key: 3 }),
  ]),
  meter: h(LoadMeter, { name: 'Room', used: '2.4', of: '6 m³', load: 0.4 }),
  over: h(LoadMeter, { name: 'Room', used: '9.1', of: '6 m³', load: 1.5 }),
  receipt: h(Receipt, {
    title: 'Walthamstow to Brighton',
    lines: [{ code: 'labour', label: '6 h 30 min at £62.00', detail: 'Driver', amountPence: 40_300 }],
    totalPence: 40_300,
    ceilingPence: 43_400,
  }),
  quote: h(QuoteCard, {
    company: { name: 'Lea Valley Man & Van', logoUrl: null, markColour: 'blue' },
    flag: 'Best value',
    meta: h(Rating, { rating: 4.8, count: 206 }),
    facts: h(Plate, { registration: 'LV21 HPA', front: true }),
    price: '£420.28',
    priceNote: 'Card or cash',
    receipt: 'Lines',
    action: h(ButtonLink, { to: '/', look: 'primary', className: 'quote__go', children: 'Choose' }),
  }),
  badge: h(Badge, { tone: 'green', children: 'Confirmed' }),
  banner: h(Banner, { tone: 'warn', title: 'Too small', children: 'Take the Medium Van.' }),
  empty: h(Empty, { title: 'Nothing in the van yet', children: 'Add the big things first. Boxes can wait.' }),
  skeleton: h(SkeletonCard, { label: 'Asking drivers near E17' }),
  tabs: h(Tabs, {
    label: 'Bookings',
    tabs: [
      { name: 'Future', to: '/a', isCurrent: true, count: '2' },
      { name: 'Past', to: '/b', isCurrent: false },
    ],
  }),
  journey: h(Journey, {
    steps: [
      { name: 'Items', to: '/a', isDone: true, isNow: false },
      { name: 'Route', to: '/b', isDone: false, isNow: true },
      { name: 'Confirm', to: '/c', isDone: false, isNow: false },
    ],
  }),
  faq: h(Faq, { questions: [{ question: 'Which van?', answer: 'This one.' }] }),
  duration: h(DurationSelect, { label: 'Time', least: 0, most: 60, value: 45, onChange: nothing }),
  page: h(Page, { children: h(PageHead, { title: 'Check it, then book it' }) }),
  actions: h(Actions, {
    answer: '6 h 30 min',
    detail: '68.40 miles',
    children: h(Button, { look: 'primary' }, 'See prices'),
  }),
  sprite: h(VanSprite),
}

test.each(Object.entries(all))('%s renders without style attributes, which the policy would refuse', (_name, node) => {
  expect(html(node)).not.toMatch(/\sstyle=/)
})

test('a field ties its label, hint and error to the control', () => {
  const field = html(all.input)
  const id = /<input[^>]* id="([^"]+)"/.exec(field)?.[1]
  expect(field).toContain(`for="${id}"`)
  expect(field).toContain(`aria-describedby="${id}-hint ${id}-error"`)
  expect(field).toContain('aria-invalid="true"')
  expect(field).toContain(`id="${id}-error"`)
})

test('a button sends no form unless asked to, and a busy one keeps its place but does nothing', () => {
  expect(html(h(Button, null, 'Save'))).toContain('type="button"')
  const busy = html(h(Button, { busy: true, type: 'submit' }, 'Save'))
  expect(busy).toContain('aria-busy="true"')
  expect(busy).not.toContain(' disabled')
})

test('an amount is the word Add until it is 1', () => {
  expect(html(all.add)).toContain('aria-label="Add Sofa"')
  expect(html(all.stepper)).toMatch(/<input [^>]*aria-label="How many: Sofa"[^>]* value="3"/)
  expect(html(h(Stepper, { name: 'Sofa', value: 9, max: 9, onChange: nothing }))).toContain('disabled')
})

test('the load fills from the cab back, to scale', () => {
  // A Large Van's bay is 420 cm long and starts at 14: half full is 210 cm, at the cab's end.
  expect(html(h(Van, { category: 'large_van', load: 0.5 }))).toContain('x="224" y="15" width="210" height="193"')
  expect(html(h(Van, { category: 'large_van', load: 3 }))).toMatch(/is-over.*x="14" y="15" width="420"/s)
})

test('too much is said in words, not by colour alone', () => {
  expect(html(all.over)).toContain('won’t fit')
  expect(html(all.meter)).not.toContain('won’t fit')
})

test('a receipt shows every line, one total and the ceiling', () => {
  const receipt = html(all.receipt)
  expect(receipt).toContain('6 h 30 min at £62.00')
  expect(receipt).toContain('<dt>Total</dt><dd>£403.00</dd>')
  expect(receipt).toMatch(/You won’t pay more than <b[^>]*>£434\.00<\/b> unless the move changes\./)
})

test('the steps done are links, the present one says so, the rest are words', () => {
  const journey = html(all.journey)
  expect(journey).toMatch(/<a [^>]*href="\/a"/)
  expect(journey).toMatch(/<span [^>]*aria-current="step">Route<\/span>/)
  expect(journey).not.toContain('href="/c"')
})

describe('a list of durations', () => {
  const offered = (props: Partial<ComponentProps<typeof DurationSelect>>) =>
    [...html(h(DurationSelect, { label: 'Time', least: 0, ...props })).matchAll(/<option[^>]*>([^<]*)/g)].map(
      ([, text]) => text,
    )

  test('still shows a time that it doesn’t offer', () => {
    expect(html(all.duration)).toContain('<option value="45" selected="">45 min</option>')
  })

  test.each([
    [{ least: 120 }, ['2 h', '2 h 30 min']],
    [{ least: 80 }, ['1 h 20 min', '1 h 30 min']],
    [{ least: 40 }, ['40 min', '1 h', '1 h 30 min']],
    [{}, ['None', '30 min']],
    [{ most: 60 }, ['None', '30 min', '1 h']],
    [{ least: 30, most: 60, unknownLabel: 'Not sure' }, ['Not sure', '30 min', '1 h']],
  ])('%j offers the hour, and if it is a whole one, half an hour more (spec §5)', (props, texts) => {
    expect(offered(props)).toEqual(texts)
  })
})

test.each([
  [0, 4, 'A'],
  [1, 4, '1'],
  [2, 4, '2'],
  [3, 4, 'B'],
])('point %i of %i is pinned %s', (index, count, pin) => {
  expect(pinOf(index, count)).toBe(pin)
})

test('each digit of a place or an hour weighs what its class says', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../util.css'), 'utf8')
  const digits = [...sheet.matchAll(/\.(n|to)-(\d+) \{\s+--(n|to)(\d+): (\d+);/g)]
  expect(digits).toHaveLength(14)
  for (const [rule, group, size, property, place, value] of digits)
    expect([property, place, value], rule).toEqual([group, size, size])
})
