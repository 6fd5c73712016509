const hasFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What something from elsewhere says under its names: an error, a body, a stored text. Nothing at all says nothing. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (hasFields(value) ? value : {})
