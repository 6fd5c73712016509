import type { CameFrom } from '#shared/came-from.ts'

/** "agent.example, newsletter, spring". */
export const cameFromText = ({ host, source, medium, campaign }: CameFrom): string =>
  [...new Set([host, source, medium, campaign])].filter((word) => word !== null).join(', ')
