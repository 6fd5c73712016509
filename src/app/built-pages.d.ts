/** The server half of the pages, which the build writes. */
declare module '#build/server/index.js'
