/** What was typed, by the fields' names: a page that comes back without script has it still. */
export type Typed = Readonly<Record<string, string>>

export const typedIn = (form: FormData): Typed =>
  Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
