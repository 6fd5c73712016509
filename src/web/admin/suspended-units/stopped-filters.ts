// What the list of stopped units can be narrowed to.

const SHOWN = ['all', 'appeals', 'blocked', 'deactivated'] as const
export const isShown = (text: string): text is (typeof SHOWN)[number] => SHOWN.some((shown) => shown === text)

export const stoppedFilters = {
  search: { kind: 'text', label: 'Unit, plate, company or owner’s email' },
  show: {
    kind: 'choice',
    label: 'Show',
    choices: [
      { value: 'all', label: 'All' },
      { value: 'appeals', label: 'Appeals waiting' },
      { value: 'blocked', label: 'Blocked' },
      { value: 'deactivated', label: 'Deactivated' },
    ],
  },
} as const
