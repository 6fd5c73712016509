// The least that could answer with a page: bare Fastify and react-dom. What cold-start.ts holds the product against.
import { enableCompileCache } from 'node:module'

enableCompileCache()

const { default: Fastify } = await import('fastify')
const { createElement } = await import('react')
const { renderToString } = await import('react-dom/server')

const Hello = () =>
  createElement('html', { lang: 'en-GB' }, createElement('body', null, createElement('h1', null, 'Hello')))

const fastify = Fastify()
fastify.get('/', (_request, reply) =>
  reply.type('text/html').send(`<!DOCTYPE html>${renderToString(createElement(Hello))}`),
)
await fastify.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
