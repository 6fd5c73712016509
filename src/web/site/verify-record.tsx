import { FileCheck } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import type { verifyRecord } from '#modules/bookings/day/record/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { readAnswer } from '#web/kit/session/api-fetch.ts'
import { reasonIn } from '#web/kit/upload/send-files.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/verify-record'

/** Drivers come here from the cab. */
export const handle: PageHandle = { isPublic: true, hasNight: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Check a record',
    description: 'Check that the record of a moving day is as we signed it.',
  })

type Verdict = AnswerOf<typeof verifyRecord>
type Checked = { kind: 'verdict'; name: string; verdict: Verdict } | { kind: 'failed'; reason: string }

/** Longer than any record: not even read. */
const MOST_BYTES = 4 * 1024 * 1024

/** Anybody may check the record of a day; nothing of it is kept. */
export default function VerifyRecord() {
  const input = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    setBusy(true)
    setChecked(await check(file))
    setBusy(false)
  }
  return (
    <Page className="wrap--text">
      <PageHead title="Check a record">
        <p className="lead">
          Customer and company can download a signed record of the moving day. Choose the file to see whether it is as
          we signed it. We keep nothing of it.
        </p>
      </PageHead>
      <Button look="primary" icon={FileCheck} busy={isBusy} onClick={() => input.current?.click()}>
        Choose the record
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Record"
        onChange={(event) => void choose(event)}
      />
      <noscript>
        <p className="mt-3">This needs JavaScript: the file is read by your browser.</p>
      </noscript>
      <div className="mt-4" aria-live="polite">
        {checked ? <Result checked={checked} /> : null}
      </div>
    </Page>
  )
}

function Result({ checked }: { checked: Checked }) {
  if (checked.kind === 'failed') {
    return (
      <Banner tone="bad" title="It couldn’t be checked">
        {checked.reason}
      </Banner>
    )
  }
  const { name, verdict } = checked
  if (verdict.isValid) {
    return (
      <Banner tone="good" title="This record is valid">
        <p className="long">
          {name}: {verdict.entries === 1 ? 'one entry' : `all ${verdict.entries} entries`}, as we signed them.
        </p>
      </Banner>
    )
  }
  return (
    <Banner tone="bad" title={wrongTitle(verdict)}>
      <p className="long">
        {name}: {verdict.wrong?.reason}
      </p>
    </Banner>
  )
}

function wrongTitle({ wrong }: Verdict): string {
  switch (wrong?.part) {
    case 'entry':
      return `Entry ${wrong.seq ?? ''} isn’t as we signed it`
    case 'head':
      return 'The header of this record has changed since we signed it'
    case 'signature':
      return 'The signature isn’t ours'
    default:
      return 'This isn’t a Vanfare record'
  }
}

async function check(file: File): Promise<Checked> {
  if (file.size > MOST_BYTES) return { kind: 'failed', reason: 'This file is too large to be a day’s record.' }
  try {
    const answer = await fetch('/api/day-records/verify/', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ record: await file.text() }),
    })
    if (answer.ok) return { kind: 'verdict', name: file.name, verdict: await readAnswer<typeof verifyRecord>(answer) }
    return { kind: 'failed', reason: reasonIn(await answer.json().catch(() => null), OTHERWISE) }
  } catch {
    return { kind: 'failed', reason: OTHERWISE }
  }
}

const OTHERWISE = 'Check your connection and try again.'
