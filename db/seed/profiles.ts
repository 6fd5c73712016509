import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { SeedClient } from './load.ts'
import { SIGN_INS } from './user-rows.ts'

/** What a status comes from: without it the first change that a demonstration's driver makes would take the unit off the road. */
export interface ProfileTools {
  /** Keeps bytes under a key. */
  put: (key: string, bytes: Buffer) => Promise<void>
  /** Hides bank details for one company. */
  sealAccount: (companyId: string, details: string) => string
  now: Date
}

/** Papers of every unit as far as its status says, policy numbers, and for the sign-in driver a whole profile. */
export async function completeProfiles(client: SeedClient, tools: ProfileTools): Promise<void> {
  await client.query(`update companies.company set insurance_number = 'HR-' || upper(substr(md5(id::text), 1, 8))`)
  await client.query(unitPapers, [tools.now])
  await client.query(companyPapers, [tools.now])
  await completeSignIn(client, tools)
}

const runsOut = (alias: string) => `(current_date + 120 + abs(hashtext(${alias}.id::text)) % 200)`

const unitPapers = `
  insert into fleet.document (company_id, unit_id, kind, expires_on, status, reason, submitted_at, decided_at)
  select u.company_id, u.id, k.kind, case when k.kind in ('mot', 'hire_and_reward') then
      case when u.status = 'insurance_expires_soon' and k.kind = 'hire_and_reward' then current_date + 20 else ${runsOut('u')} end end,
    case when u.status = 'pending_verification' then 'pending' when u.status = 'verification_failed' and k.kind = 'v5c' then 'refused' else 'approved' end,
    case when u.status = 'verification_failed' and k.kind = 'v5c' then coalesce(u.status_reason, 'The page is cut off. Send all four corners.') end,
    $1::timestamptz - interval '2 days', case when u.status <> 'pending_verification' then $1::timestamptz - interval '1 day' end
  from fleet.working_unit u cross join (values ('v5c'), ('mot'), ('hire_and_reward'), ('right_to_work')) k (kind)
  where u.status <> 'not_ready_for_a_job'`

const companyPapers = `
  insert into fleet.document (company_id, kind, expires_on, status, submitted_at, decided_at)
  select c.id, k.kind, ${runsOut('c')}, 'approved', $1::timestamptz - interval '2 days', $1::timestamptz - interval '1 day'
  from companies.company c cross join (values ('goods_in_transit'), ('public_liability')) k (kind)`

async function completeSignIn(client: SeedClient, { put, sealAccount, now }: ProfileTools): Promise<void> {
  const { rows } = await client.query(
    'select c.id, c.owner_user_id from companies.company c join identity."user" u on u.id = c.owner_user_id where u.email = $1',
    [SIGN_INS.driver],
  )
  const company = rows[0] as { id: string; owner_user_id: string } | undefined
  if (!company) return
  const logo = await keepPicture(client, put, { width: 512, height: 512 })
  await client.query('update companies.company set logo_upload_id = $2, logo_url = $3 where id = $1', [
    company.id,
    logo.uploadId,
    `/api/company/pictures/${logo.fileId}/`,
  ])
  const photo = await keepPicture(client, put, { width: 1600, height: 1000 })
  await client.query(
    `insert into companies.photo (company_id, upload_id, position, caption) values ($1, $2, 0, 'The van')`,
    [company.id, photo.uploadId],
  )
  await client.query(
    `insert into companies.bank_account (company_id, holder, sealed, sort_code_tail, account_tail, requested_by, requested_at, confirmed_at, usable_from)
     values ($1, 'D Pennant', $2, '42', '1834', $3, $4::timestamptz - interval '90 days', $4::timestamptz - interval '90 days', $4::timestamptz - interval '89 days')`,
    [company.id, sealAccount(company.id, '204542 31921834'), company.owner_user_id, now],
  )
}

async function keepPicture(client: SeedClient, put: ProfileTools['put'], size: { width: number; height: number }) {
  const uploadId = randomBytes(32).toString('base64url')
  const key = randomBytes(24).toString('hex')
  const bytes = await drawVan(size.width, size.height)
  await client.query(`insert into files.upload (id, address_digest, attached_at) values ($1, '\\x00', now())`, [
    uploadId,
  ])
  const { rows } = await client.query(
    `insert into files.file (upload_id, storage_key, content_type, bytes, width, height, original_name)
     values ($1, $2, 'image/webp', $3, $4, $5, 'van.webp') returning id`,
    [uploadId, key, bytes.length, size.width, size.height],
  )
  await put(key, bytes)
  return { uploadId, fileId: (rows[0] as { id: string }).id }
}

/** A white van on a green ground, of rectangles. */
function drawVan(width: number, height: number): Promise<Buffer> {
  const unit = Math.min(width, height) / 16
  const [left, top] = [width / 2 - 6 * unit, height / 2 - 3 * unit]
  const box = (x: number, y: number, w: number, h: number, background: string) => ({
    input: { create: { width: Math.round(w * unit), height: Math.round(h * unit), channels: 3 as const, background } },
    left: Math.round(left + x * unit),
    top: Math.round(top + y * unit),
  })
  return sharp({ create: { width, height, channels: 3, background: '#0b5a3c' } })
    .composite([
      box(0, 0, 8, 6, '#ffffff'),
      box(8, 2, 4, 4, '#ffd21f'),
      box(9, 2.5, 2, 1.5, '#13211b'),
      box(1.5, 5, 2, 2, '#13211b'),
      box(8.5, 5, 2, 2, '#13211b'),
    ])
    .webp({ quality: 85 })
    .toBuffer()
}
