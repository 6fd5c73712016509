import { Tabs } from '#web/ui/tabs.tsx'

interface OfficeTab<Value extends string> {
  value: Value
  name: string
}

/** Which part of a page its address asks for; the first if it says nothing, or nonsense. */
export function tabIn<Value extends string>(
  tabs: readonly [OfficeTab<Value>, ...OfficeTab<Value>[]],
  address: string,
): Value {
  const asked = new URL(address).searchParams.get('show')
  return (tabs.find(({ value }) => value === asked) ?? tabs[0]).value
}

interface OfficeTabsProps {
  tabs: readonly OfficeTab<string>[]
  chosen: string
  label: string
}

/** Parts of one page, each with an address of its own. */
export const OfficeTabs = ({ tabs, chosen, label }: OfficeTabsProps) => (
  <div className="mb-4">
    <Tabs
      label={label}
      tabs={tabs.map(({ value, name }, index) => ({
        name,
        to: index === 0 ? '?' : `?show=${value}`,
        isCurrent: value === chosen,
      }))}
    />
  </div>
)
