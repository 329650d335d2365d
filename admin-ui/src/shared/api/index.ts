/** What the server describes of itself, as types. */
import type { calls, components } from './schema'

/** The records and messages of its calls, by their names. */
export type Schemas = components['schemas']

/** A call of the admin interface, as it is described: `POST /users/{id}/lock`. */
export type CallName = keyof calls

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never

/** What a call answers. */
export type Answer<N extends CallName> = calls[N] extends { responses: infer By }
  ? Json<By[keyof By]>
  : never

type Path<C> = C extends { parameters: { path: infer P extends object } } ? { path: P } : unknown
type Query<C> = C extends { parameters: { query: infer Q extends object } }
  ? { query: Q }
  : C extends { parameters: { query?: infer Q extends object } }
    ? { query?: Q }
    : unknown
type Body<C> = C extends { requestBody: infer B } ? { body: Json<B> } : unknown

/** What a call takes. */
export type Asked<N extends CallName> = Path<calls[N]> & Query<calls[N]> & Body<calls[N]>
