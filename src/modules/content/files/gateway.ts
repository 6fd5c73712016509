import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StartError } from '#platform/errors.ts'
import { FILES } from '../pictures/rules.ts'
import { hasHiddenCharacters, KINDS, MOST } from '../rules.ts'
import {
  DESCRIPTION_FILE,
  fileNameOf,
  FileProblems,
  FOLDERS,
  isPictureFile,
  parseFile,
  PICTURES,
  printFile,
  type PageFile,
  type PictureFiles,
} from './rules.ts'

/** Reads every page of a folder. If any file cannot be read, all problems are reported at once. */
export async function readFolder(folder: string): Promise<PageFile[]> {
  const pages: PageFile[] = []
  const problems: string[] = []
  for (const kind of KINDS) {
    for (const name of await namesIn(join(folder, FOLDERS[kind]))) {
      const slug = name.replace(/\.md$/, '')
      const read = parseFile(kind, slug, await readFile(join(folder, FOLDERS[kind], name), 'utf8'))
      if (read instanceof FileProblems)
        problems.push(...read.problems.map((problem) => `${FOLDERS[kind]}/${name}: ${problem}`))
      else pages.push(read)
    }
  }
  if (problems.length > 0) throw new StartError(`The content was not taken over:\n  ${problems.join('\n  ')}`)
  return pages
}

const namesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith('.md')).toSorted()
}

/** Writes each page to its file, over one that is there. */
export async function writeFolder(folder: string, pages: readonly PageFile[]): Promise<void> {
  for (const kind of KINDS) await mkdir(join(folder, FOLDERS[kind]), { recursive: true })
  for (const page of pages) await writeFile(join(folder, fileNameOf(page)), printFile(page))
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(orNothing(''))
const bytesOf = (path: string): Promise<Buffer | null> => readFile(path).catch(orNothing(null))

const orNothing =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing => {
    if (codeOf(error) === 'ENOENT') return nothing
    throw error
  }

/** Whether the folder has anything of this picture. */
export const hasPicture = async (folder: string, id: string): Promise<boolean> =>
  (await bytesOf(join(folder, PICTURES, id, DESCRIPTION_FILE))) !== null

/** One of the folder's pictures, whole and described. */
export async function readPicture(folder: string, id: string): Promise<PictureFiles> {
  const place = join(folder, PICTURES, id)
  const alt = (await textOf(join(place, DESCRIPTION_FILE))).trim()
  if (!alt || alt.length > MOST.alt || hasHiddenCharacters(alt))
    throw new StartError(`${PICTURES}/${id}/${DESCRIPTION_FILE} has to say what is to be seen, in one line.`)
  const files = new Map<string, Buffer>()
  for (const name of FILES) {
    const bytes = await bytesOf(join(place, name))
    if (!bytes || !isPictureFile(name, bytes))
      throw new StartError(`${PICTURES}/${id}/${name} is missing, or no such picture.`)
    files.set(name, bytes)
  }
  return { id, alt, files }
}

/** Writes a picture's files into a folder of its own. */
export async function writePicture(folder: string, { id, alt, files }: PictureFiles): Promise<void> {
  const place = join(folder, PICTURES, id)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, DESCRIPTION_FILE), `${alt}\n`)
  for (const [name, bytes] of files) await writeFile(join(place, name), bytes)
}
