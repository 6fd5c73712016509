import { Table2 } from 'lucide-react'
import { FileLink } from './file-link.tsx'

interface TableLinkProps {
  /** Of the list in the API, without `/api`: `/admin/companies/`. */
  list: `/${string}/`
  /** Its filters, by their names on the wire; one that is empty is left out. */
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
