import { hashingNow } from '#modules/identity/passwords/gateway.ts'

/** Hashing that was done for this, in kibibytes times passes: so much of a processor, on any machine. */
export async function hashingOf(ask: () => Promise<unknown>): Promise<number> {
  const before = hashingNow().work
  await ask()
  return hashingNow().work - before
}
