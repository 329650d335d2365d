import type { UserSoftware } from '../../shared/session'

export interface Choice {
  id: string
  name: string
}

/** The tenants that have a system to open, in the order of the server's combobox. */
export function tenantsOf(
  software: readonly UserSoftware[],
  combobox: readonly { code: string; desc: string }[],
): Choice[] {
  const left = new Map(software.map((entry) => [entry.tenantId, entry.tenantName]))
  const named = combobox
    .filter(({ code }) => left.has(code))
    .map(({ code, desc }) => ({ id: code, name: desc }))
  for (const { id } of named) left.delete(id)
  return [...named, ...Array.from(left, ([id, name]) => ({ id, name }))]
}

/** The systems of `tenant` (all when empty) whose own or tenant's name holds `search`. */
export function filterSoftware(
  software: readonly UserSoftware[],
  tenant: string,
  search: string,
): UserSoftware[] {
  const wanted = search.trim().toLocaleLowerCase()
  return software.filter(
    (entry) =>
      (tenant === '' || entry.tenantId === tenant) &&
      `${entry.softwareName}\n${entry.tenantName}`.toLocaleLowerCase().includes(wanted),
  )
}

/** Whether the tenant has this system at another domain too. */
export const isSeveral = (entry: UserSoftware, among: readonly UserSoftware[]): boolean =>
  among.some(
    ({ id, tenantId, tenantUrlId }) =>
      id === entry.id && tenantId === entry.tenantId && tenantUrlId !== entry.tenantUrlId,
  )
