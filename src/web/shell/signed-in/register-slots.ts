import { fillSlots } from '../signed-in-content.ts'
import { AccountMenuEntries } from './account-menu.tsx'
import { menuFor } from './menus.ts'
import { SignedInBar } from './signed-in-bar.tsx'

fillSlots({ Bar: SignedInBar, MenuEntries: AccountMenuEntries, menuFor })
