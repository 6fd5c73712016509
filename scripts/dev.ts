// The product with pages compiled as they are asked for; the server starts again when one of its files changes.
// (node --watch would also restart for the files Vite writes, and would outlive a parent that is killed.)
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The files of src/web are Vite's to watch. */
const FOLDERS = ['src/app', 'src/modules', 'src/platform', 'src/shared', 'db']

/** An editor's "save all" is one change. */
const SETTLE_MS = 100

let server = start()
let isStopping = false
let timer: NodeJS.Timeout | undefined

function start(): ChildProcess {
  // The channel ends the server when this process is gone, however it went.
  const child = spawn(process.execPath, ['src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code) => {
    if (isStopping) process.exit(code ?? 1)
    if (child === server) console.log('The server ended; it starts again at the next change.')
  })
  return child
}

function restart(): void {
  const old = server
  const next = () => {
    if (isStopping) process.exit(0)
    server = start()
  }
  if (old.exitCode !== null || old.signalCode !== null) return next()
  old.removeAllListeners('exit')
  old.once('exit', next)
  old.kill('SIGTERM')
}

function stop(signal: NodeJS.Signals): void {
  isStopping = true
  clearTimeout(timer)
  if (server.exitCode === null && server.signalCode === null) server.kill(signal)
  else process.exit(1)
}

for (const folder of FOLDERS) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (isStopping || !file || /\.test\.ts$|~$|\.swp$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      console.log(`${folder}/${file} changed; starting again.`)
      restart()
    }, SETTLE_MS)
  })
}

process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
process.once('disconnect', () => stop('SIGTERM'))
