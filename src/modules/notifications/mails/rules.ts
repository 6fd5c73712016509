/** What every part of a mail’s HTML is drawn with. */
export const FONT = 'Overpass,Arial,sans-serif'
export const INK = '#13211b'
/** Quieter than white, on the green sign. */
export const SIGN_INK = '#cfe5d8'
export const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
