import { pathOfMenuUrl } from '../../../routes'

/** A grant that the panel is opened for. */
interface Changed {
  id: string
  tenantId: string
  softwareId: string
}

/** The address of a system's panel as it is opened for somebody: with what they have by a grant. */
export function addressOfChange({ id, tenantId, softwareId }: Changed): string {
  const path = pathOfMenuUrl('projectManager/userAllowed')
  return `/index/${path}?${new URLSearchParams({ tenant: tenantId, software: softwareId, grant: id })}`
}
