import type { Schemas } from '../../../../shared/api'

export type Menu = Schemas['Menu']
export type Given = Schemas['GivenMenu']
export type Act = Given['act']

export const TYPES = [
  { id: '1', name: 'resources.roles.system' },
  { id: '2', name: 'resources.roles.tenant' },
]
export const STATES = [
  { id: '0', name: 'resources.roles.open' },
  { id: '1', name: 'resources.roles.closed' },
]

/** Whether a set lets somebody view a menu, or edit in it. */
export const has = (set: readonly Given[], id: string, act: Act) =>
  set.some((given) => given.id === id && (act === 'view' || given.act === 'edit'))

/** The set with some menus given or taken. Who edits views, too; who may not view does not edit. */
export function changed(set: readonly Given[], ids: string[], act: Act, on: boolean): Given[] {
  const others = set.filter(({ id }) => !ids.includes(id))
  const now = ids.flatMap((id): Given[] => {
    if (on) return [{ id, act: has(set, id, 'edit') ? 'edit' : act }]
    return act === 'edit' && has(set, id, 'view') ? [{ id, act: 'view' }] : []
  })
  return [...others, ...now]
}
