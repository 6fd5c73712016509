import type { Part } from './rules.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** Every process keeps what prices depend on for a while: it reads it again. */
    'settings.part-changed': { part: Part }
  }
}
