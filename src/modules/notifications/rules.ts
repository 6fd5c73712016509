import type { FieldErrors } from '#shared/endpoint.ts'
import { keysOf } from '#shared/records.ts'

/** Channels of a notice. `push`: on the devices where the user switched it on. */
export const CHANNELS = ['email', 'sms', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** What a mail says, before layout. All texts are plain and get escaped. */
export interface Mail {
  /** Title in the green header. */
  title: string
  /** A line above the title, in the head. */
  eyebrow?: string
  /** The move that it is about, below the title. */
  sign?: MailSign
  paragraphs: readonly string[]
  /** What has to be looked up later: a heading each, with rows of name and value. */
  sections?: readonly MailSection[]
  action?: { label: string; url: string }
}

/** When, and from where to where. */
export interface MailSign {
  when: string
  /** In order; the first is A, the last B, and those between are numbered. */
  stops: readonly { name: string; detail?: string }[]
}

export interface MailSection {
  heading: string
  rows?: readonly MailRow[]
  /** Below the rows. */
  paragraphs?: readonly string[]
}

export interface MailRow {
  name: string
  value: string
  /** The one that the others add up to. */
  isTotal?: boolean
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Whether a failure is permanent: a 5xx about the recipient or the message is; anything else may pass. */
export const isFinalRefusal = (failure: { responseCode?: number; command?: string }): boolean =>
  failure.responseCode !== undefined &&
  failure.responseCode >= 500 &&
  failure.responseCode < 600 &&
  ['RCPT TO', 'DATA'].includes(failure.command ?? '')

/** Tries for one message; with the queue's increasing delays they span about a day. */
export const maxAttempts = 14

/** "Vanfare <hello@vanfare.test>" or a bare address; the configuration has checked the form. */
export function senderOf(mailFrom: string): { name: string; address: string } {
  const match = /^([^<]*)<([^>]+)>$/.exec(mailFrom)
  return match ? { name: (match[1] ?? '').trim(), address: match[2] ?? '' } : { name: '', address: mailFrom }
}

/** The events that a user is notified of, and the channels they chose for each. Pure. */

interface EventRule {
  label: string
  usual: Record<Channel, boolean>
  /** Channels that cannot be switched off, because a missed message means a lost job or a customer let down. */
  always: readonly Channel[]
}

export type EventRules<Event extends string> = Readonly<Record<Event, EventRule>>

/** Choices that differ from the defaults. */
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

type Change<Event extends string> = { event: Event } & Partial<Record<Channel, boolean | undefined>>

/** Errors by the path of each box that cannot be unticked. */
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
