// The six steps of the setup (decisions §6), each with what is done and what is missing.
import { COMPANY_DOCUMENTS } from '#modules/fleet/documents/rules.ts'
import type { Flags, Lack } from '#modules/onboarding/rules.ts'
import type { DriverState } from '#web/kit/page/driver-state.ts'
import { isToDo } from '#web/kit/documents/document-words.ts'
import type { Unit } from '#web/driver/units/chosen-unit.server.ts'
import { vanText } from '#web/driver/units/unit-words.ts'

export interface SetupItem {
  state: 'ok' | 'bad' | 'miss'
  text: string
}

export interface Step {
  name: string
  to: string
  state: 'done' | 'next' | 'todo'
  /** The label of the sign's button. */
  action: string
  /** What the sign names as next. */
  todo: string
  items: SetupItem[]
}

const pricing = '/settings/operations-and-pricing'

interface Junction {
  flag: keyof Flags
  name: string
  to: string
  action: string
  todo: string
  done: string
}

const junctions: readonly Junction[] = [
  {
    flag: 'isDrivingProfileSetup',
    name: 'Driving profile',
    to: '/settings/driving-profile',
    action: 'Add van and documents',
    todo: 'your van and its documents',
    done: 'Van and documents are in',
  },
  {
    flag: 'isOperationsPricingSetup',
    name: 'Operations and pricing',
    to: pricing,
    action: 'Set area and prices',
    todo: 'where you work and what you charge',
    done: 'Operating area, rates, mileage and terms',
  },
  {
    flag: 'isMarketingInfoSetup',
    name: 'Marketing',
    to: '/settings/marketing',
    action: 'Show your company',
    todo: 'a logo, a description and a photo',
    done: 'Logo, description and photos',
  },
  {
    flag: 'isBankingAccountSetup',
    name: 'Banking account',
    to: '/settings/payment-setup',
    action: 'Add the account',
    todo: 'where we pay your card jobs',
    done: 'Confirmed by e-mail',
  },
  {
    flag: 'isMainPhoneSetup',
    name: 'Main phone',
    to: '/settings/general',
    action: 'Confirm the number',
    todo: 'a phone number, confirmed by code',
    done: 'Confirmed by code',
  },
  {
    flag: 'isInsuranceNumberSetup',
    name: 'Insurance number',
    to: '/settings/general',
    action: 'Add the number',
    todo: 'the number of your insurance policy',
    done: 'In your general settings',
  },
]

/** The first step not yet done, in the specification's order. */
export function setupSteps({ flags, units }: Pick<DriverState, 'flags' | 'units'>, unit: Unit | null): Step[] {
  const lacks = units.find(({ id }) => id === unit?.id)?.lacks ?? null
  const next = junctions.find(({ flag }) => !flags[flag])
  return junctions.map((junction) => {
    const { flag, name, to, action, todo, done } = junction
    if (flags[flag]) return { name, to, action, todo, state: 'done', items: [{ state: 'ok', text: done }] }
    return { name, to, action, todo, state: junction === next ? 'next' : 'todo', items: itemsOf(junction, unit, lacks) }
  })
}

/** For steps that consist of several parts. */
const parts: Partial<Record<keyof Flags, readonly (readonly [lack: Lack, name: string])[]>> = {
  isOperationsPricingSetup: [
    ['area', 'Operating area'],
    ['rates', 'Hourly rates'],
    ['mileage', 'Route and mileage'],
    ['terms', 'Terms'],
  ],
  isMarketingInfoSetup: [
    ['logo', 'Logo'],
    ['description', 'Description'],
    ['photo', 'A photo'],
  ],
}

function itemsOf({ flag, todo }: Junction, unit: Unit | null, lacks: readonly Lack[] | null): SetupItem[] {
  if (flag === 'isDrivingProfileSetup') return unit ? vanItems(unit) : [{ state: 'miss', text: 'A working unit' }]
  const own = parts[flag]
  if (own && lacks) return own.map(([lack, text]) => ({ state: lacks.includes(lack) ? 'miss' : 'ok', text }))
  return [{ state: 'miss', text: todo.charAt(0).toUpperCase() + todo.slice(1) }]
}

function vanItems({ vehicle, docs }: Unit): SetupItem[] {
  const van: SetupItem = vehicle
    ? { state: 'ok', text: `Van: ${vanText(vehicle)}` }
    : { state: 'miss', text: 'The van' }
  const documents = docs.filter(isToDo).map(({ label, standing, kind }): SetupItem => {
    const ofCompany = COMPANY_DOCUMENTS.some((one) => one === kind)
    if (standing === 'refused') return { state: 'bad', text: `${label} was refused` }
    if (standing === 'expired') return { state: 'bad', text: `${label} has expired` }
    return { state: 'miss', text: ofCompany ? `${label}, for the company` : label }
  })
  return [van, ...documents]
}

/** Pages that belong to no step, or of which a step has several. */
export const settingLinks: readonly { name: string; to: string }[] = [
  { name: 'Working unit', to: '/working-unit' },
  { name: 'Hourly rates', to: `${pricing}-hourly-rates` },
  { name: 'Route and mileage', to: `${pricing}-route-and-milleage` },
  { name: 'Terms', to: `${pricing}-terms` },
  { name: 'Out of hours', to: `${pricing}-out-of-hours` },
  { name: 'Notifications', to: '/settings/notifications' },
]
