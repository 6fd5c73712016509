// What a page refuses, complains about or moves while it is looked at.
import type { Page } from '@playwright/test'

/** Everything that a console would show in red, refusals of the page's policy included. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // A page that is not there, or that asks to log in, is reported as an error of loading it.
    const isOwnStatus = /status of 40[14]/.test(message.text()) && message.location().url === page.url()
    // What this suite puts into every frame does not run in one that we have closed to script.
    const isOurs = /^Blocked script execution in 'http:\/\/127\.0\.0\.1:\d+\/embed\?/.test(message.text())
    if (message.type() === 'error' && !isOwnStatus && !isOurs) complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    complaints.push(`${page.url()}: a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}

export interface Seen {
  violations: string[]
  shift: number
}

/** Collects what the page refuses and how far it jumps, from its first moment. */
export async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen: Seen = { violations: [], shift: 0 }
    Object.assign(window, { seen })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      seen.violations.push(`${violatedDirective} ${blockedURI} ${sample}`)
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}
