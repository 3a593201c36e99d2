/** The baseline for the cold start: Elysia with one route. */
import { Elysia } from 'elysia'

new Elysia().get('/', () => 'ok').listen({ port: Number(process.argv[2]), hostname: '127.0.0.1' })
