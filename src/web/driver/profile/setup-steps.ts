// The six steps of the setup (decisions §6), each with what is done and what is missing.
import { COMPANY_DOCUMENTS } from '#modules/fleet/documents/rules.ts'
import type { Flags, Lack } from '#modules/onboarding/rules.ts'
import { capitalise } from '#shared/texts.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import { isToDo } from '#web/kit/documents/document-texts.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { vanText } from '#web/driver/units/unit-texts.ts'

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
  /** Text that the sign shows for the next step. */
  todo: string
  /** Done once for all vans of the company. */
  isOfCompany: boolean
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
  isOfCompany?: true
}

const junctions: readonly Junction[] = [
  {
    flag: 'isDrivingProfileSetup',
    name: 'Driving profile',
    to: '/settings/driving-profile',
    action: 'Add van and documents',
    todo: 'your van, its documents and your people',
    done: 'Van, documents and people are in',
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
    isOfCompany: true,
    name: 'Marketing',
    to: '/settings/marketing',
    action: 'Show your company',
    todo: 'a logo, a description and a photo',
    done: 'Logo, description and photos',
  },
  {
    flag: 'isBankingAccountSetup',
    isOfCompany: true,
    name: 'Banking account',
    to: '/settings/payment-setup',
    action: 'Add the account',
    todo: 'where we pay your card jobs',
    done: 'Confirmed by email',
  },
  {
    flag: 'isMainPhoneSetup',
    isOfCompany: true,
    name: 'Main phone',
    to: '/settings/general',
    action: 'Confirm the number',
    todo: 'a phone number, confirmed by code',
    done: 'Confirmed by code',
  },
  {
    flag: 'isInsuranceNumberSetup',
    isOfCompany: true,
    name: 'Insurance number',
    to: '/settings/general',
    action: 'Add the number',
    todo: 'the number of your insurance policy',
    done: 'In your general settings',
  },
]

const CASH_ONLY: SetupItem = { state: 'miss', text: 'You take cash only until you choose cards in General' }

/** The steps of one unit; the first not yet done, in the specification's order, is next. */
export function setupSteps(state: UnitState, unit: Unit, takesCards: boolean): Step[] {
  const next = junctions.find(({ flag }) => !state[flag])
  return junctions.map((junction) => {
    const { flag, name, to, action, todo, done, isOfCompany = false } = junction
    const step = { name, to, action, todo, isOfCompany }
    const cashItems = flag === 'isBankingAccountSetup' && !takesCards ? [CASH_ONLY] : []
    if (state[flag]) return { ...step, state: 'done', items: [{ state: 'ok', text: done }, ...cashItems] }
    return {
      ...step,
      state: junction === next ? 'next' : 'todo',
      items: [...itemsOf(junction, unit, state.lacks), ...cashItems],
    }
  })
}

/** Parts of the steps that have several. */
const parts: Partial<Record<keyof Flags, readonly (readonly [lack: Lack, name: string])[]>> = {
  isOperationsPricingSetup: [
    ['area', 'Operating area'],
    ['rates', 'Hourly rates for this van'],
    ['crew', 'Enough checked people for those rates'],
    ['mileage', 'Route and mileage'],
    ['terms', 'Terms'],
  ],
  isMarketingInfoSetup: [
    ['logo', 'Logo'],
    ['description', 'Description'],
    ['photo', 'A photo'],
  ],
}

function itemsOf({ flag, todo }: Junction, unit: Unit, lacks: readonly Lack[]): SetupItem[] {
  if (flag === 'isDrivingProfileSetup') {
    const people: SetupItem = lacks.includes('people')
      ? { state: 'miss', text: 'A person with a right-to-work check' }
      : { state: 'ok', text: 'Your people' }
    return [...vanItems(unit), people]
  }
  const own = parts[flag]
  if (own) return own.map(([lack, text]) => ({ state: lacks.includes(lack) ? 'miss' : 'ok', text }))
  return [{ state: 'miss', text: capitalise(todo) }]
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
export const settingLinks: readonly { name: string; to: string; isOfUnit?: true }[] = [
  { name: 'Working unit', to: '/working-unit', isOfUnit: true },
  { name: 'People', to: '/settings/people' },
  { name: 'Hourly rates', to: `${pricing}-hourly-rates` },
  { name: 'Route and mileage', to: `${pricing}-route-and-milleage` },
  { name: 'Terms', to: `${pricing}-terms` },
  { name: 'Out of hours', to: `${pricing}-out-of-hours` },
  { name: 'Notifications', to: '/settings/notifications' },
]
