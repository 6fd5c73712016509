/**
 * How many cases a comparison with a naive answer takes: some with `npm test`, all of them with `npm run test:long`, where the same file
 * is run again (COMPARED in vitest.config.ts).
 */
export const casesOf = (some: number, all: number): number => (process.env['CASES'] === 'all' ? all : some)

/** The same of a list: its first ones with `npm test`. */
export const firstOf = <Case>(some: number, all: readonly Case[]): Case[] => all.slice(0, casesOf(some, all.length))
