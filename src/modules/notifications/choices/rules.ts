import type { FieldErrors } from '#shared/endpoint.ts'
import { keysOf } from '#shared/mapped.ts'
import { CHANNELS, type Channel } from '../rules.ts'

/** The events that somebody is notified of, and the channels they chose for each. Pure. */

export interface EventRule {
  label: string
  usual: Record<Channel, boolean>
  /** Cannot be switched off: whoever misses this loses work, or lets a customer down. */
  always: readonly Channel[]
}

export type EventRules<Event extends string> = Readonly<Record<Event, EventRule>>

/** Where somebody differs from the defaults. */
export type Choices<Event extends string> = Partial<Record<Event, Partial<Record<Channel, boolean>>>>

/** Whether a message about this event is sent on this channel. */
export const isChannelOn = <Event extends string>(
  rules: EventRules<Event>,
  choices: Choices<Event>,
  event: Event,
  channel: Channel,
): boolean => rules[event].always.includes(channel) || (choices[event]?.[channel] ?? rules[event].usual[channel])

/** A choice as it is stored; all null where a join found none. */
interface Stored {
  event: string | null
  channel: Channel | null
  isOn: boolean | null
}

const isAmong = <Event extends string>(rules: EventRules<Event>, event: string): event is Event =>
  Object.hasOwn(rules, event)

export function choicesIn<Event extends string>(rules: EventRules<Event>, rows: readonly Stored[]): Choices<Event> {
  const choices: Choices<Event> = {}
  for (const { event, channel, isOn } of rows) {
    if (event === null || channel === null || isOn === null || !isAmong(rules, event)) continue
    choices[event] = { ...choices[event], [channel]: isOn }
  }
  return choices
}

/** Every event with what is sent, for the page of choices. */
export const settingsOf = <Event extends string>(rules: EventRules<Event>, choices: Choices<Event>) =>
  keysOf(rules).map((event) => ({
    event,
    label: rules[event].label,
    email: isChannelOn(rules, choices, event, 'email'),
    sms: isChannelOn(rules, choices, event, 'sms'),
    push: isChannelOn(rules, choices, event, 'push'),
    always: [...rules[event].always],
  }))

export type Change<Event extends string> = { event: Event } & Partial<Record<Channel, boolean | undefined>>

/** By the path of each box that cannot be unticked. */
export function fixedErrors<Event extends string>(
  rules: EventRules<Event>,
  changes: readonly Change<Event>[],
): FieldErrors {
  const errors: FieldErrors = {}
  changes.forEach((change, index) => {
    for (const channel of rules[change.event].always)
      if (change[channel] === false) errors[`${index}.${channel}`] = ['These messages can’t be switched off.']
  })
  return errors
}

/** The choices to be stored, one for each event and channel: of two about the same one the last counts. */
export function chosenRows<Event extends string>(changes: readonly Change<Event>[]) {
  const rows = new Map<string, { event: Event; channel: Channel; isOn: boolean }>()
  for (const change of changes)
    for (const channel of CHANNELS) {
      const { event, [channel]: isOn } = change
      if (isOn !== undefined) rows.set(`${event} ${channel}`, { event, channel, isOn })
    }
  return [...rows.values()]
}
