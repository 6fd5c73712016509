/** With a capital letter first, as a sentence or a label begins. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
