/** All texts of fields of one name, in order; a file among them does not count. */
export const textsIn = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value): value is string => typeof value === 'string')
