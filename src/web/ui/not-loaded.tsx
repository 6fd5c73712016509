import { LinkButton } from './button.tsx'

/**
 * Says that a part of the page did not come. A browser asks for a script once for each page, and remembers that it failed: only a page
 * loaded anew asks again. What was entered is stored.
 */
export const NotLoaded = ({ what }: { what: string }) => (
  <>
    <span>We couldn’t load {what}. Check your connection.</span>{' '}
    <LinkButton className="inline" onClick={() => location.reload()}>
      Reload the page
    </LinkButton>
  </>
)
