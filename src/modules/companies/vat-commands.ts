import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, invalidField, refuse, type Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { isRegisteredForVat, isVatDay } from './rules.ts'
import type { saveVat as endpoint } from './contract.ts'

type Wanted = InputOf<typeof endpoint>['body']

export const saveVat = (ctx: Ctx, companyId: string, wanted: Wanted): Promise<AnswerOf<typeof endpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const before = await tx.db
      .selectFrom('companies.company')
      .select(['vatNumber as number', 'vatRegisteredFrom as registeredFrom', 'vatDeregisteredFrom as deregisteredFrom'])
      .where('id', '=', companyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) return refuse(commonRefusals.notFound)
    const today = localDayOf(tx.clock.now())
    const flaw = flawOf(wanted, today) ?? flawOfNumber(before, wanted, today, 'number')
    if (flaw) return flaw
    const { number, registeredFrom, deregisteredFrom } = wanted
    await keepEarlier(tx, companyId, before, wanted)
    const columns = { vatNumber: number, vatRegisteredFrom: registeredFrom, vatDeregisteredFrom: deregisteredFrom }
    await tx.db.updateTable('companies.company').set(columns).where('id', '=', companyId).execute()
    const after = { number, registeredFrom, deregisteredFrom }
    await recordAudit(tx, { action: 'company.vat', object: `company ${companyId}`, before, after })
    await tx.emit({ type: 'companies.vat-changed', companyId })
    return { ...after, isRegistered: isRegisteredForVat(columns, today) }
  })

function flawOf({ number, registeredFrom, deregisteredFrom }: Wanted, today: LocalDay): Refusal | undefined {
  if (registeredFrom && !number) return invalidField('number', 'Enter the VAT number too.')
  if (number && !registeredFrom) return invalidField('registered_from', 'Enter the day from which it is registered.')
  if (registeredFrom && !isVatDay(registeredFrom, today))
    return invalidField('registered_from', 'Choose the day on the certificate, at most a year ahead.')
  if (!deregisteredFrom) return undefined
  if (!registeredFrom || deregisteredFrom <= registeredFrom)
    return invalidField('deregistered_from', 'Choose a day after the registration began.')
  return isVatDay(deregisteredFrom, today)
    ? undefined
    : invalidField('deregistered_from', 'Choose a day at most a year ahead.')
}

type Registration = Pick<Wanted, 'number' | 'registeredFrom' | 'deregisteredFrom'>

/** Another number from a later day is another registration; from the same or an earlier day, the first was wrong. */
const isAnother = (before: Registration, { number, registeredFrom }: Registration): boolean =>
  before.number !== null &&
  number !== null &&
  number !== before.number &&
  before.registeredFrom !== null &&
  registeredFrom !== null &&
  before.registeredFrom < registeredFrom

/** Prices know one registration at a time, so the next one is entered when it has begun. */
export const flawOfNumber = (
  before: Registration,
  wanted: Registration,
  today: LocalDay,
  field: string,
): Refusal | undefined => {
  if (!isAnother(before, wanted) || (wanted.registeredFrom ?? '') <= today) return undefined
  return before.deregisteredFrom !== null && before.deregisteredFrom <= today
    ? undefined
    : invalidField(field, 'Enter the new number once it holds, from its first day on.')
}

/** What bills of its time show. */
export async function keepEarlier(
  tx: TxCtx,
  companyId: string,
  before: Registration,
  wanted: Registration,
): Promise<void> {
  const { number, registeredFrom, deregisteredFrom } = before
  if (!isAnother(before, wanted) || !number || !registeredFrom || !wanted.registeredFrom) return
  const untilDay =
    deregisteredFrom && deregisteredFrom < wanted.registeredFrom ? deregisteredFrom : wanted.registeredFrom
  await tx.db
    .insertInto('companies.earlier_vat')
    .values({ companyId, number, registeredFrom, untilDay })
    .onConflict((conflict) => conflict.columns(['companyId', 'registeredFrom']).doUpdateSet({ number, untilDay }))
    .execute()
}
