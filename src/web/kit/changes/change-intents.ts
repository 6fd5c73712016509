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

export const isChangeIntent = (text: string): text is ChangeIntent => CHANGE_INTENTS.some((one) => one === text)
