import type { Schemas } from '../../../../shared/api'
import type { Call } from '../../../calls'
import type { Issue, OptionsPage, PanelSource } from '../../../widgets/panel'

/** A system that users can be authorised for. `available` is false while its plugin is not. */
export type AuthSoftware = Schemas['PanelEntry']

/** Somebody who is authorised in a study of a system, and what for. */
export type Allowed = Schemas['AllowedUser']

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
