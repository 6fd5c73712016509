// The words of people's lists: what the things of the catalogue are called besides, and what words say nothing about which thing it is.
import table from './data.json' with { type: 'json' }

/**
 * Names by the ids that they may mean, likeliest first; more than one id makes a guess of it. Measures are written "3seater", "4drawer",
 * "2door", "5tier". Which order the words come in matters only if two names have the same words.
 */
export const NAMES: readonly (readonly [ids: readonly number[], names: string])[] = table.names.map(
  ({ ids, names }) => [ids, names],
)

/** What several things are called in one word, by the amounts of each. */
export const SETS: readonly (readonly [name: string, parts: readonly (readonly [id: number, amount: number])[]])[] =
  Object.entries(table.sets).map(([name, parts]) => [name, parts.map(([id = 0, amount = 0]) => [id, amount] as const)])

/** Names that the catalogue lacks, although it knows their words. */
export const OWN_NAMES = table.ownNames

/** One way of writing for each word: misspellings that are no small slip, short forms and slang. */
export const SYNONYMS: readonly (readonly [word: string, others: string])[] = Object.entries(table.synonyms)

const wordSet = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

/** They say nothing about which thing it is: sorts, colours, makers, whose it is. */
export const NEUTRAL = wordSet(table.neutral)

/** Before or after the name of a thing they make another thing of it: a dog bed is no bed. */
export const OTHER_THING = wordSet(table.otherThing)

/** Words of room names; a number or an owner’s name may come before or after them. */
export const ROOM_WORDS = wordSet(table.roomWords)

/** Words of which a room name contains at least one. */
export const ROOM_HEADS = wordSet(table.roomHeads)

/** They stand before a thing in a sentence. */
export const LEADS = wordSet(table.leads)

/** From them on a phrase says where the thing stands or what is to happen to it. */
export const TAILS = wordSet(table.tails)

/** Words of conversation: a phrase that contains one names no item. */
export const CHATTER = wordSet(table.chatter)

/** Nouns of talk. */
export const NOT_THINGS = wordSet(table.notThings)
