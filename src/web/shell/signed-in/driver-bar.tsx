import { Check, Moon } from 'lucide-react'
import { useLocation } from 'react-router'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { chooseTheme, useHasNight, usePageTheme } from '../theme.ts'

/** Additions to a driver's header: the badge that customers can book now, and the theme switch. */
export function DriverBar() {
  const { pathname } = useLocation()
  const hasNight = useHasNight()
  const isAvailable = useRootData()?.driver?.isAvailableNow === true
  return (
    <>
      {isAvailable && pathname !== '/' ? (
        <Badge tone="green" icon={Check}>
          Available now
        </Badge>
      ) : null}
      {hasNight ? <NightSwitch /> : null}
    </>
  )
}

function NightSwitch() {
  const isNight = usePageTheme() === 'dark'
  return (
    <button
      type="button"
      className={buttonClass({ look: 'quiet', size: 'small' }, 'bar__night')}
      aria-label="Night view"
      aria-pressed={isNight}
      onClick={() => chooseTheme(isNight ? 'light' : 'dark')}
    >
      <Icon of={Moon} />
      <span className="bar__night-word">Night</span>
    </button>
  )
}
