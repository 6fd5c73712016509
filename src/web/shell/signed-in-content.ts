import type { ComponentType } from 'react'
import type { StaffRole } from '#shared/endpoint.ts'
import type { MenuEntry, MenuRole } from './menu.ts'
import type { SessionUser } from '#web/kit/page/context.ts'

/** What only people who are signed in see of the header. */
export interface SignedInContent {
  Bar: ComponentType<{ session: SessionUser }>
  MenuEntries: ComponentType
  menuFor: (role: MenuRole, staffRole?: StaffRole) => readonly MenuEntry[]
}

let content: SignedInContent | null = null

/** Null until it is loaded. */
export const signedInContent = (): SignedInContent | null => content

export function fillSlots(loaded: SignedInContent): void {
  content = loaded
}
