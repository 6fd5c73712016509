import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
// oxlint-disable-next-line import/no-unassigned-import -- It reads the address before anybody leaves this page.
import '#web/kit/page/came-from.ts'

async function start() {
  // What only they see of the header has to be there when the page becomes alive.
  if (document.querySelector('[data-signed-in]')) await import('./shell/signed-in/fill.ts').catch(() => undefined)
  startTransition(hydrate)
}

function hydrate() {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
}

void start()
