export const CHANGE_INTENTS = [
  'propose-change',
  'agree-change',
  'refuse-change',
  'withdraw-change',
  'price-change',
  'keys-link',
  'withdraw-keys-link',
  'screen-code',
] as const
export type ChangeIntent = (typeof CHANGE_INTENTS)[number]

/** What is asked and answered about the times of a day. */
export const TIME_INTENTS = ['correct-time', 'agree-time', 'refuse-time'] as const
export type TimeIntent = (typeof TIME_INTENTS)[number]

export const isTimeIntent = (text: string): text is TimeIntent => TIME_INTENTS.some((one) => one === text)

export const isChangeIntent = (text: string): text is ChangeIntent => CHANGE_INTENTS.some((one) => one === text)
