import { data, type ClientLoaderFunctionArgs } from 'react-router'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { NotFound } from '#web/shell/error-screen.tsx'

export const handle: PageHandle = { isPublic: true, isNotFound: true }

export const meta = () => [{ title: 'Page not found | Vanfare' }, { name: 'robots', content: 'noindex' }]

/** The page, with its status, at /404 and at every unknown address. */
export const loader = () => data(null, { status: 404 })

/** Keeps `PrefetchPageLinks` from asking the server for this answer while the router has not yet heard of the page it should fetch. */
export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => serverLoader()

export default function NotFoundPage() {
  return <NotFound />
}
