import { useMemo } from 'react'
import { trustedHtml } from '#web/ui/trusted-html.ts'

/** Where finished HTML of the content is put into a page. It has been sanitised by the call that answered it. */
export function Html({ html, className = 'prose' }: { html: string; className?: string }) {
  // The same object as long as it is the same text: otherwise React would write it anew each time.
  const value = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  // oxlint-disable-next-line react/no-danger -- The call that answered it has sanitised it.
  return <div className={className} dangerouslySetInnerHTML={value} />
}
