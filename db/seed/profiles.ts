import { documentsValidUntil, type Document, type VanWithDocuments } from '#modules/fleet/documents/rules.ts'
import { drawLogo, drawVan, MOTIF_COUNT, type Picture } from './drawings.ts'
import { insertRows, type SeedClient } from './load.ts'
import { keepFiles, type SeedFile } from './seed-files.ts'
import { addDocumentFiles } from './seed-documents.ts'
import { addPeople, type PeopleTools } from './seed-people.ts'

/** What a status comes from: without it the first change that concerns a unit would take it off the road. */
export interface ProfileTools extends PeopleTools {
  /** Hides bank details for one company. */
  sealAccount: (companyId: string, details: string) => string
}

/** Documents of every unit as far as its status says, and for every company what customers see and where it is paid. */
export async function completeProfiles(client: SeedClient, tools: ProfileTools): Promise<void> {
  await client.query(`update companies.company set insurance_number = 'HR-' || upper(substr(md5(id::text), 1, 8))`)
  // Approved, and still without an area: what a company lacks that is not set up yet.
  await client.query(`delete from fleet.operating_district d using fleet.working_unit u
    where u.id = d.unit_id and u.status = 'verification_completed'`)
  await client.query(unitDocuments, [tools.now])
  await client.query(companyDocuments, [tools.now])
  await client.query(massesGiven)
  await client.query(approvedVans)
  await client.query(waitingVans, [tools.now])
  await keepPapersUntil(client)
  await addDocumentFiles(client, tools)
  await addPeople(client, tools)
  const companies = await listCompanies(client)
  await showCompanies(client, tools, companies)
  await insertRows(client, 'companies.bank_account', companies.map(bankAccountOf(tools)))
}

const expiresOn = (alias: string) => `($1::timestamptz::date + 120 + abs(hashtext(${alias}.id::text)) % 200)`
const numberOf = (alias: string) =>
  `upper(substr(md5(${alias}.id::text || k.kind), 1, 3) || '-' || substr(md5(${alias}.id::text || k.kind), 4, 6))`

const unitDocuments = `
  insert into fleet.document (company_id, unit_id, kind, number, expires_on, status, reason, submitted_at, decided_at)
  select u.company_id, u.id, k.kind, ${numberOf('u')},
    case when k.kind in ('mot', 'hire_and_reward') then
      case when u.status = 'insurance_expires_soon' and k.kind = 'hire_and_reward' then $1::timestamptz::date + 20 else ${expiresOn('u')} end end,
    case when u.status = 'pending_verification' then 'pending' when u.status = 'verification_failed' and k.kind = 'v5c' then 'refused' else 'approved' end,
    case when u.status = 'verification_failed' and k.kind = 'v5c' then coalesce(u.status_reason, 'The page is cut off. Send all four corners.') end,
    case when u.status = 'pending_verification' then $1::timestamptz - (2 + abs(hashtext(u.id::text)) % 40) * interval '1 hour'
      else $1::timestamptz - interval '2 days' end,
    case when u.status <> 'pending_verification' then $1::timestamptz - interval '1 day' end
  from fleet.working_unit u cross join (values ('v5c'), ('mot'), ('hire_and_reward')) k (kind)
  where u.status <> 'not_ready_for_a_job'`

const companyDocuments = `
  insert into fleet.document (company_id, kind, number, expires_on, status, submitted_at, decided_at, cover_pence, cover_per_item_pence)
  select c.id, k.kind, ${numberOf('c')}, ${expiresOn('c')}, 'approved', $1::timestamptz - interval '2 days', $1::timestamptz - interval '1 day',
    case when k.kind = 'goods_in_transit' then c.cover_pence end, case when k.kind = 'goods_in_transit' then c.cover_per_item_pence end
  from companies.company c cross join (values ('goods_in_transit'), ('public_liability')) k (kind)`

/** Gross weights, and payloads within what the category promises (fleet/data.ts). */
const massesOfVans = `
  select v.unit_id, u.status, k.gross, k.gross - k.least - s.more as kerb, k.least + s.more as payload
  from fleet.van v join fleet.working_unit u on u.id = v.unit_id
  join (values ('small_van', 2300, 500, 700), ('medium_van', 3000, 900, 1200), ('large_van', 3500, 1000, 1500), ('luton_van', 3500, 1200, 1500))
    k (category, gross, least, most) on k.category = v.category,
  lateral (select abs(hashtext(v.registration)) % ((k.most - k.least) / 10) * 10 as more) s`

/** Three of four say what their van weighs; the others count as the lightest of their category. */
const massesGiven = `
  update fleet.van v set gross_weight_kg = m.gross, kerb_weight_kg = m.kerb, payload_kg = m.payload
  from (${massesOfVans}) m
  where m.unit_id = v.unit_id and m.status <> 'not_ready_for_a_job'
    and (m.status = 'pending_verification' or abs(hashtext(v.registration)) % 4 <> 0)`

const approvedVans = `
  update fleet.van v set approved_at = d.decided_at, held_plate = replace(v.registration, ' ', '')
  from fleet.document d where d.unit_id = v.unit_id and d.kind = 'v5c' and d.status = 'approved'`

/** Vans as entered: they wait beside their log book. */
const waitingVans = `
  insert into fleet.van_declaration (unit_id, registration, make, model, category, has_tail_lift, fuel, euro_class, year,
    gross_weight_kg, kerb_weight_kg, payload_kg, submitted_at)
  select unit_id, registration, make, model, category, has_tail_lift, fuel, euro_class, year,
    gross_weight_kg, kerb_weight_kg, payload_kg, $1::timestamptz - (2 + abs(hashtext(unit_id::text)) % 40) * interval '1 hour'
  from fleet.van where approved_at is null`

async function keepPapersUntil(client: SeedClient): Promise<void> {
  const { rows } = await client.query(`
    select u.id, case when v.unit_id is not null then json_build_object('year', v.year, 'grossWeightKg', v.gross_weight_kg) end as van,
      coalesce((select json_agg(json_build_object('kind', d.kind, 'status', d.status, 'expiresOn', d.expires_on))
        from fleet.document d where d.company_id = u.company_id and (d.unit_id is null or d.unit_id = u.id)), '[]') as documents
    from fleet.working_unit u left join fleet.van v on v.unit_id = u.id`)
  const units = rows as { id: string; van: VanWithDocuments | null; documents: Document[] }[]
  await client.query(
    `update fleet.working_unit u set papers_until = k.until from unnest($1::uuid[], $2::date[]) as k (id, until) where k.id = u.id`,
    [units.map(({ id }) => id), units.map(({ documents, van }) => documentsValidUntil(documents, van))],
  )
}

interface Company {
  id: string
  ownerUserId: string
  owner: string
  markColour: string
}

async function listCompanies(client: SeedClient): Promise<Company[]> {
  const { rows } = await client.query(
    `select c.id, c.owner_user_id as "ownerUserId", c.mark_colour as "markColour", concat_ws(' ', left(o.first_name, 1), o.last_name) as owner
     from companies.company c join identity."user" o on o.id = c.owner_user_id order by c.created_at, c.id`,
  )
  return rows as Company[]
}

/** A mark and a photo each. Pictures that look the same are drawn once. */
async function showCompanies(client: SeedClient, keeper: ProfileTools, companies: readonly Company[]): Promise<void> {
  const drawn = new Map<string, Promise<Picture>>()
  const once = (name: string, draw: () => Promise<Picture>) => {
    const picture = drawn.get(name) ?? draw()
    drawn.set(name, picture)
    return picture
  }
  const logos = companies.map(({ markColour: colour }, index) =>
    once(`${colour} ${index % MOTIF_COUNT}`, () => drawLogo(colour, index)),
  )
  const photos = companies.map(({ markColour: colour }) => once(colour, () => drawVan(colour)))
  const files = await Promise.all([...logos, ...photos])
  const kept = await keepFiles(
    client,
    keeper,
    files.map((picture, index): SeedFile => ({
      name: index < companies.length ? 'logo.webp' : 'van.webp',
      pages: [picture],
    })),
  )
  const [ownLogos, ownPhotos] = [kept.slice(0, companies.length), kept.slice(companies.length)]
  await client.query(
    `update companies.company c set logo_upload_id = k.upload_id, logo_url = '/api/company/pictures/' || k.file_id || '/'
     from unnest($1::uuid[], $2::text[], $3::text[]) as k (id, upload_id, file_id) where c.id = k.id`,
    [companies.map(({ id }) => id), ownLogos.map(({ uploadId }) => uploadId), ownLogos.map(({ fileId }) => fileId)],
  )
  await insertRows(
    client,
    'companies.photo',
    ownPhotos.map(({ uploadId }, index) => ({
      companyId: companies[index]?.id ?? '',
      uploadId,
      position: 0,
      caption: 'Our van, ready for a day’s work',
      createdAt: keeper.now,
    })),
  )
}

const bankAccountOf =
  ({ sealAccount, now }: ProfileTools) =>
  ({ id, owner, ownerUserId: ownerId }: Company, index: number) => {
    const account = String(31_921_834 + index)
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
    return {
      companyId: id,
      holder: owner.slice(0, 70),
      sealed: sealAccount(id, `204542 ${account}`),
      sortCodeTail: '42',
      accountTail: account.slice(-4),
      requestedBy: ownerId,
      requestedAt: daysAgo(90),
      confirmedAt: daysAgo(90),
      usableFrom: daysAgo(89),
    }
  }
