import { DeleteCard } from './delete-card.tsx'
import { OwnDataCard } from './own-data-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import type { Account } from './account-view.ts'

/** The cards of every account, whatever its role. */
export function LoginCards({ account }: { account: Account }) {
  return (
    <>
      <ProfileCard user={account.user} />
      <PasswordCard user={account.user} twoStep={account.twoStep} />
      <SessionsCard sessions={account.sessions} />
      <OwnDataCard />
      <DeleteCard />
    </>
  )
}
