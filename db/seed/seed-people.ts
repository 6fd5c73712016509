import { CREW_SIZE, type HelpLevel } from '#modules/fleet/rules.ts'
import { drawPortrait, PORTRAIT_COUNT } from './drawings.ts'
import { insertRows, type SeedClient } from './load.ts'
import { makeDriver } from './people.ts'
import { randomOf } from './random.ts'
import { keepFiles, type Keeper } from './seed-files.ts'

export interface PeopleTools extends Keeper {
  /** Hides a share code and a date of birth for one person. */
  sealCheck: (personId: string, details: string) => string
}

interface Unit {
  id: string
  companyId: string
  name: string
  status: string
  helpLevels: HelpLevel[]
}

/** As many checked people as each van's largest crew needs, with drawn faces; where a van waits for the office, its driver does too. */
export async function addPeople(client: SeedClient, tools: PeopleTools): Promise<void> {
  const { rows } = await client.query(
    `select id, company_id as "companyId", name, status, help_levels as "helpLevels" from fleet.working_unit
     where status <> 'not_ready_for_a_job' order by created_at, id`,
  )
  const people = (rows as Unit[]).flatMap((unit) => peopleOf(unit, tools.now))
  const portraits = await Promise.all(Array.from({ length: PORTRAIT_COUNT }, (_, index) => drawPortrait(index)))
  const faces = await keepFiles(
    client,
    tools,
    people.map(({ face }) => ({ name: 'portrait.webp', pages: portraits.slice(face, face + 1) })),
  )
  const daysAgo = (days: number) => new Date(tools.now.getTime() - days * 86_400_000)
  await insertRows(
    client,
    'fleet.person',
    people.map(({ id, unit, firstName, lastName, isWaiting }, index) => {
      const photo = faces[index]?.uploadId ?? ''
      return {
        id,
        companyId: unit.companyId,
        firstName,
        lastName,
        photoUploadId: photo,
        checkedFirstName: isWaiting ? null : firstName,
        checkedLastName: isWaiting ? null : lastName,
        checkedPhotoUploadId: isWaiting ? null : photo,
        waitsSince: isWaiting ? daysAgo(1) : null,
        version: 1,
        createdAt: daysAgo(9),
      }
    }),
  )
  await insertRows(
    client,
    'fleet.person_check',
    people.map(({ id, isWaiting, hasShareCode }, index) => ({
      id: randomOf(`check ${id}`).uuid(daysAgo(2)),
      personId: id,
      method: isWaiting || hasShareCode ? ('share_code' as const) : ('british_or_irish_passport' as const),
      sealed: isWaiting ? tools.sealCheck(id, `WDEMO${String(1000 + index)} 1990-05-04`) : null,
      expiresOn: !isWaiting && hasShareCode ? dayOf(daysAgo(-200 - ((index * 37) % 400))) : null,
      status: isWaiting ? ('pending' as const) : ('approved' as const),
      submittedAt: daysAgo(2),
      decidedAt: isWaiting ? null : daysAgo(1),
    })),
  )
  await insertRows(
    client,
    'fleet.unit_person',
    people.map(({ id, unit }) => ({ unitId: unit.id, personId: id })),
  )
  await client.query(`update fleet.working_unit u set people_until = array(
    select coalesce(c.expires_on, 'infinity') from fleet.unit_person up join fleet.person_check c using (person_id)
    where up.unit_id = u.id and c.status = 'approved' order by 1 desc limit 3)`)
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The driver, by the name that customers see, and helpers. */
function peopleOf(unit: Unit, now: Date) {
  const size = Math.max(...unit.helpLevels.map((help) => CREW_SIZE[help]))
  return Array.from({ length: size }, (_, index) => {
    const random = randomOf(`person ${unit.id} ${index}`)
    const { firstName, lastName } = makeDriver(random)
    return {
      id: random.uuid(new Date(now.getTime() - 9 * 86_400_000 + index)),
      unit,
      firstName: index === 0 ? unit.name.replace(/ .*$/, '') : firstName,
      lastName,
      face: random.int(0, PORTRAIT_COUNT - 1),
      isWaiting: unit.status === 'pending_verification' && index === 0,
      hasShareCode: index > 0 && random.chance(0.3),
    }
  })
}
