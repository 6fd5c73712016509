import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
// oxlint-disable-next-line import/no-unassigned-import -- It reads the address before anybody leaves this page.
import '#web/kit/page/came-from.ts'

/**
 * What only they see of the header has to be there when the page becomes alive. Where it does not come, the page stays as the server
 * made it, with links and forms that need no script: React would find another page than its own, and end in the error screen.
 */
function start() {
  const parts = document.querySelector('[data-signed-in]') ? import('#web/shell/register-slots.ts') : Promise.resolve()
  void parts.then(
    () => startTransition(hydrate),
    () => undefined,
  )
}

function hydrate() {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
}

start()
