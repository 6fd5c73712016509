import { readFileSync } from 'node:fs'
import type { Config } from '#platform/config.ts'
import { StartError } from '#platform/errors.ts'
import { canBelongTogether, parseSubstitutes, parseWeights, type BankDetails, type ModulusTable } from './rules.ts'

/** The files of the modulus check, read once at the start: an operator who sets them wants them used, so a wrong one stops the start by name. */

export interface BankDetailsCheck {
  /** False only where the published check says that sort code and account number do not belong together. */
  canBelongTogether: (details: BankDetails) => boolean
}

declare module '#platform/ctx.ts' {
  interface Services {
    bankDetails: BankDetailsCheck
  }
}

export function createBankDetailsCheck(files: Config['modulusFiles']): BankDetailsCheck {
  if (!files) return { canBelongTogether: () => true }
  const table: ModulusTable = {
    rows: parsed('MODULUS_WEIGHTS_FILE', 'valacdos.txt', files.weights, parseWeights),
    substitutes: parsed('MODULUS_SUBSTITUTES_FILE', 'scsubtab.txt', files.substitutes, parseSubstitutes),
  }
  if (table.rows.length === 0) throw new StartError(`MODULUS_WEIGHTS_FILE has no rows: ${files.weights}.`)
  return { canBelongTogether: (details) => canBelongTogether(details, table) }
}

function parsed<T extends object>(
  variable: string,
  file: string,
  path: string,
  parse: (text: string) => T | { badLine: number },
): T {
  const answer = parse(read(variable, path))
  if ('badLine' in answer)
    throw new StartError(`${variable} is not the ${file} that Pay.UK publishes: line ${answer.badLine} of ${path}.`)
  return answer
}

function read(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`${variable} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}, ${path}.`)
  }
}
