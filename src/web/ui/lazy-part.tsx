// Parts of a page whose script comes when it is needed. Where it does not come, the rest of the page lives on.
import { lazy, type ComponentType, type FunctionComponent } from 'react'
import { Dialog } from './dialog.tsx'
import { NotLoaded } from './page.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Loads a part that the user asked for: if loading fails, an error is shown in its place. */
export const lazyPart = <Props extends object>(load: Load<Props>) => lazyOr(load, MissingPart)

/** What the page can do without: nothing stands in its place. */
export const optionalPart = <Props extends object>(load: Load<Props>) => lazyOr(load, Nothing)

/** A dialog whose script comes with the press that opens it. */
export const lazyDialog = <Props extends object>(load: Load<Props>) => lazyOr(load, MissingDialog)

const lazyOr = <Props extends object>(load: Load<Props>, instead: FunctionComponent) =>
  lazy(async () => {
    const part: ComponentType<Props> = await load().catch((error: unknown) => {
      // Reports to the browser’s log like an uncaught error.
      reportError(error)
      return instead
    })
    return { default: part }
  })

function Nothing() {
  return null
}

function MissingPart() {
  return (
    <p role="alert">
      <NotLoaded what="this" />
    </p>
  )
}

const MissingDialog = () => (
  <Dialog title="This didn’t open">
    <MissingPart />
  </Dialog>
)
