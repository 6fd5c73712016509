// Takes over the pages of a folder: npm run content:import -- FOLDER
import { importContent } from '#modules/content/files/commands.ts'
import { StartError } from '#platform/errors.ts'
import { runCommand, withApp } from './with-app.ts'

const USAGE = `npm run content:import -- FOLDER

Reads services, locations, articles and pages below FOLDER, and publishes what differs from what is published. A file that cannot be
read is named, and then nothing is taken over.`

async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || folder.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  await withApp(async (ctx) => {
    const { added, changed, unchanged } = await importContent(ctx, folder)
    console.log(`${added} pages added, ${changed} changed, ${unchanged} as they were.`)
  })
}

await runCommand(main)
