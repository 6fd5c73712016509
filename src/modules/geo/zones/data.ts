/**
 * Outcodes by charging zone, for postcodes whose local authority is unknown (geography 4, checked against the 2025 boundaries). `-`
 * is a range of districts, `/` a list of their letters.
 */

/** Since 29 August 2023 the ULEZ covers all 33 London authorities. These areas lie wholly inside. */
export const ULEZ_AREAS = 'E EC N NW SE SW W WC'

/** Wholly inside. */
export const ULEZ_OUTCODES = `
  BR1-5,7 CR0,2,4,7,9,90 DA6-8,15,16,18 EN1,3 HA0-4,8,9 IG1-6,11 KT1-3,5 RM1-3,5-13 SM1,4,6 TW1-5,7-11,13 UB1-7,10,11,18`

/** More than half of their postcodes inside. */
export const ULEZ_MOSTLY_INSIDE = `
  BR6 CR5 CR8 DA5 DA14 DA17 EN2 EN4 EN5 HA5 HA6 HA7 IG8 KT4 KT6 KT9 RM14 SM2 SM3 SM5 TW6 TW12 TW14 UB8`

/** Some of their postcodes inside, but less than half. */
export const ULEZ_MOSTLY_OUTSIDE = `
  BR8 CR3 CR6 DA1 EN8 IG7 IG9 KT7 KT8 KT17 RM4 SM7 TN14 TN16 TW15 TW19 UB9 WD3`

/** The Congestion Charge zone, inside the Inner Ring Road. Wholly inside. */
export const CONGESTION_OUTCODES = `
  EC1/AMNPR EC2/MNPRVY EC3/AMPRV EC4 EC4/AMNPRVY W1/ABCDFGHJKSTW WC1/ABHNRV WC2/AEHNR`

export const CONGESTION_MOSTLY_INSIDE = 'EC1V EC1Y EC2A EC3N SE1 SE11 SW1A SW1E SW1H SW1P SW1Y W1U WC1E WC1X WC2B'

export const CONGESTION_HARDLY_INSIDE = 'E1 NW1 SW1V SW1W W2'
