// The steps of a booking need the list of things, which travels as data beside the script: their layout imports this file, and with it
// waits until the list is there. The page asks for both at once, so that waiting for the list costs nothing.
import dataUrl from '#modules/items/data.json?url'
import { fillCatalogue, ITEMS } from '#modules/items/data.ts'
import { loadUntilThere } from './load-with-retry.ts'

if (!import.meta.env.SSR && ITEMS.length === 0) fillCatalogue(await loadUntilThere(dataUrl))

export const catalogueUrl = dataUrl
