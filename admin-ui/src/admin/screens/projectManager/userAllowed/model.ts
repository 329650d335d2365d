import type { Schemas } from '../../../../shared/api'
import type { Call } from '../../../calls'
import type { Grant, Issue, OptionsPage, PanelSource, Present } from '../../../widgets/panel'

/** A system that users can be authorised for. `available` is false while its plugin is not. */
export type AuthSoftware = Schemas['PanelEntry']

/** Somebody who is authorised in a study of a system, and what for. */
export type Allowed = Schemas['AllowedUser']

/** What somebody has in a study of a system, row by row. */
export type Held = Schemas['GrantEntry']

/** How far an authorisation has come. It runs to its end whether or not anybody watches. */
export type Batch = Schemas['Progress']

/** Where the panel of a system gets its options, and who judges its grants. What both are is the plugin's. */
export function panelSource(call: Call, softwareId: string, tenantId: string): PanelSource {
  const path = { softwareId }
  return {
    id: `${softwareId} ${tenantId}`,
    options: (query, signal) =>
      call('POST /panels/{softwareId}/options', {
        path,
        body: { tenantId, ...query },
        signal,
      }) as Promise<OptionsPage>,
    validate: (grants) =>
      call('POST /panels/{softwareId}/validate', { path, body: { tenantId, grants } }) as Promise<
        Issue[]
      >,
  }
}

/** What a panel shows of a grant from the beginning. */
export const presentOf = (held: Held): Present => ({
  study: { id: held.studyUrlId, label: `${held.studyCode} ${held.studyName}` },
  grants: held.grants as Grant[],
  shown: held.shown,
})

/**
 * Whether a selection is about the study of a grant alone, so that it replaces the grant. About other studies it says
 * nothing of what the person has in this one.
 */
export function replaces(held: Held, grants: readonly Grant[]): boolean {
  const ofStudy = (grant: Grant) =>
    Object.values(grant.cells).some(
      (cell) => 'picks' in cell && cell.picks.length === 1 && cell.picks[0] === held.studyUrlId,
    )
  return grants.every(ofStudy)
}
