// Prints the hand-made table as JSON, for measuring it against the true middles: npm run --silent geo:check > outcodes.json
import { outcodes } from '#modules/geo/outcodes/data.ts'

const rows = [...outcodes.values()].map(({ code, lat, lng, name }) => ({ outcode: code, lat, lng, name }))
process.stdout.write(`${JSON.stringify(rows)}\n`)
