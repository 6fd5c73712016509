// What the documents of the demonstration look like: of those that somebody can open, which are the driver's own and those in the queue.
import { DOCUMENT_LABELS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import { photographDocument, printPage, type DocumentText } from './drawings.ts'
import type { SeedClient } from './load.ts'
import { keepFiles, type Keeper, type SeedFile } from './seed-files.ts'
import { SIGN_INS } from './user-rows.ts'

interface OpenDocument {
  id: string
  kind: DocumentKind
  status: string
  number: string | null
  expiresOn: string | null
  company: string
  driver: string | null
  registration: string | null
  van: string | null
  coverPence: number | null
  /** How many documents were handed in before, first those of the queue. */
  place: number
}

const openDocuments = `
  select d.id, d.kind, d.status, d.number, d.expires_on::text as "expiresOn", c.name as company, u.name as driver,
    v.registration, v.make || ' ' || v.model as van, c.cover_pence::int as "coverPence",
    (dense_rank() over (order by u.status <> 'pending_verification', d.submitted_at, u.id))::int - 1 as place
  from fleet.document d
  join companies.company c on c.id = d.company_id
  join identity."user" o on o.id = c.owner_user_id
  left join fleet.working_unit u on u.id = d.unit_id
  left join fleet.van v on v.unit_id = u.id
  where o.email = $1 or d.status <> 'approved' or d.company_id in (
    select w.company_id from fleet.working_unit w where w.status in ('pending_verification', 'verification_failed'))
  order by d.id`

/** Photos of what is kept in a glove box; of what an insurer mails, the pages of a PDF. */
const PHOTOGRAPHED: readonly DocumentKind[] = ['v5c', 'mot', 'right_to_work', 'driving_licence']

export async function addDocumentFiles(client: SeedClient, keeper: Keeper): Promise<void> {
  const { rows } = await client.query(openDocuments, [SIGN_INS.driver])
  const documents = rows as OpenDocument[]
  const kept = await keepFiles(client, keeper, await Promise.all(documents.map(drawDocument)))
  await client.query(
    `update fleet.document d set upload_id = k.upload_id
     from unnest($1::uuid[], $2::text[]) as k (id, upload_id) where d.id = k.id`,
    [documents.map(({ id }) => id), kept.map(({ uploadId }) => uploadId)],
  )
}

async function drawDocument(document: OpenDocument): Promise<SeedFile> {
  const text = textOf(document)
  const name = DOCUMENT_LABELS[document.kind].toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  if (!PHOTOGRAPHED.includes(document.kind)) {
    const cover = { ...text, title: 'Your cover', rows: coverRows(document) }
    return { name: `${name}.pdf`, pages: await Promise.all([text, cover].map(printPage)) }
  }
  return {
    name: `${name}.jpeg`,
    pages: [await photographDocument({ ...text, isCutOff: document.status === 'refused' })],
  }
}

const coverRows = ({ coverPence }: OpenDocument): DocumentText['rows'] => [
  ['Use', 'Carriage of goods for hire and reward'],
  ['Where', 'The United Kingdom'],
  ['Goods in transit', `${formatPounds(coverPence ?? 0)} a move`],
  ['Public liability', '£5,000,000'],
]

/** So that the first unit of the queue has a document that names another van. */
const OTHER_VAN = 'LK21 XTR'

function textOf({
  kind,
  status,
  number,
  expiresOn: day,
  company,
  driver,
  registration,
  van,
  place,
}: OpenDocument): DocumentText {
  const isAnothers = kind === 'v5c' && status === 'pending' && place === 0
  const rows: [label: string, value: string | null][] = [
    ['Registration', isAnothers ? OTHER_VAN : registration],
    ['Vehicle', van],
    ['Name', kind === 'right_to_work' || kind === 'driving_licence' ? driver : company],
    ['Number', number],
    ['Valid until the day before', day && formatDateUk(day)],
  ]
  const isOfVan = kind === 'v5c' || kind === 'mot' || kind === 'hire_and_reward'
  return {
    title: DOCUMENT_LABELS[kind],
    colour: COLOURS[kind],
    rows: rows.flatMap(([label, value], index) => (value && (isOfVan || index > 1) ? [[label, value] as const] : [])),
  }
}

const COLOURS: Record<DocumentKind, string> = {
  v5c: 'red',
  mot: 'green',
  hire_and_reward: 'blue',
  right_to_work: 'ink',
  driving_licence: 'brown',
  goods_in_transit: 'blue',
  public_liability: 'blue',
  operator_licence: 'ink',
  tachograph: 'ink',
}
