import { request } from '../../shared/http'

/** A study that the person may open in a system. */
export interface UserStudy {
  id: string
  studyCode: string
  studyName: string
  softwareId: string
  softwareName: string
  webCode: string
  tenantId: string
  tenantName: string
  /** Where the system starts its own sign-in; null when the study has none configured. */
  launchUrl: string | null
}

/** The studies that the signed-in person is authorised in, in the system of a web code. */
export const userStudies = (webCode: string): Promise<UserStudy[]> =>
  request<UserStudy[]>(`/api/sys/user/studies?webCode=${webCode}`, { quiet: true })

/** The studies whose name, code or tenant holds `search`. */
export function filterStudies(studies: readonly UserStudy[], search: string): UserStudy[] {
  const wanted = search.trim().toLocaleLowerCase()
  return studies.filter(({ studyName, studyCode, tenantName }) =>
    `${studyName}\n${studyCode}\n${tenantName}`.toLocaleLowerCase().includes(wanted),
  )
}
