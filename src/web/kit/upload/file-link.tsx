import { Download, type LucideIcon, Table2 } from 'lucide-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import type { Problem } from '#shared/endpoint.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { buttonClass, type ButtonLook } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { saveFile } from './send-files.ts'

interface FileLinkProps extends ButtonLook {
  /** Path and query in the API, without `/api`: `/admin/statements/…/download-report/`. */
  path: `/${string}`
  icon?: LucideIcon
  /** Like a link in text. */
  isPlain?: boolean
  children: ReactNode
}

/**
 * Downloads a file of the API with the user’s session; errors are shown on the page. Without script it is a link to the
 * file.
 */
export function FileLink({ path, icon = Download, isPlain = false, children, ...look }: FileLinkProps) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const problem = await fetched(path)
    if (problem) toast({ title: 'Download', text: problem, tone: 'bad' })
    setBusy(false)
  }
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    if (!isBusy) void save()
  }
  return (
    <a
      href={`/files${path}`}
      className={isPlain ? 'link-btn' : buttonClass(look)}
      aria-busy={isBusy || undefined}
      onClick={onClick}
    >
      {isBusy && !isPlain ? null : <Icon of={icon} />}
      {children}
    </a>
  )
}

/** What went wrong, if anything did. A session that has ended has a dialog of its own. */
async function fetched(path: `/${string}`): Promise<string | undefined> {
  try {
    const answer = await apiFetch(`/api${path}`)
    if (answer.status === 401) return undefined
    if (!answer.ok) {
      const problem: Partial<Problem> = await answer.json()
      return problem.code === 'no_data' ? NOTHING : (problem.detail ?? LOST)
    }
    saveFile(await answer.blob(), nameIn(answer.headers.get('content-disposition') ?? ''))
    return undefined
  } catch {
    return LOST
  }
}

const NOTHING = 'There is nothing to download here.'
const LOST = 'It couldn’t be fetched. Check your connection and try again.'

const nameIn = (disposition: string): string => /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'vanfare'

interface TableLinkProps {
  /** Path of the list in the API, without `/api`: `/admin/companies/`. */
  list: `/${string}/`
  /** Filters of the list by their names on the wire; an empty one is left out. */
  query?: Readonly<Record<string, string | null | undefined>>
}

/** All of a list, as it is filtered, as CSV. */
export function TableLink({ list, query = {} }: TableLinkProps) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  const filters = search.size > 0 ? `?${search}` : ''
  return (
    <FileLink path={`${list}download-csv/${filters}`} icon={Table2} size="small">
      CSV
    </FileLink>
  )
}
