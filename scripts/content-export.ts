// Writes every published page into a folder: npm run content:export -- FOLDER
import { exportContent } from '#modules/content/files/commands.ts'
import { StartError } from '#platform/errors.ts'
import { runCommand, withApp } from './with-app.ts'

const USAGE = `npm run content:export -- FOLDER

Writes what is published, or will be, as files below FOLDER, over those that are there, with the pictures that it shows. Drafts
are not written.`

async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || folder.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  await withApp(async (ctx) => {
    console.log(`${await exportContent(ctx, folder)} pages written to ${folder}.`)
  })
}

await runCommand(main)
