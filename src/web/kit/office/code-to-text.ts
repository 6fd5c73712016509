import { capitalise } from '#shared/texts.ts'

/** "Account blocked": a code of the wire or the log, such as "account.blocked" or "accountBlocked", as people read it. */
export function codeToText(name: string): string {
  const text = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[._]/g, ' ')
  return capitalise(text)
}
