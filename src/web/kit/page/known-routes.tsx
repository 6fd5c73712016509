import { Link } from 'react-router'

/**
 * Routes that a page goes to by itself, without a link to press. The router hears of a route only from a link; while it asks for one on
 * the way there, an answer to something else that the page had asked ends the way at the catch-all route, which is an error screen.
 */
export const KnownRoutes = ({ paths }: { paths: readonly string[] }) =>
  paths.map((path) => (
    <Link key={path} hidden to={path}>
      {path}
    </Link>
  ))
