import { type ComponentType, lazy, Suspense } from 'react'
import { WEB_CODES } from '../shared/constants'
import { Boundary } from './Boundary'
import NotFound from './notFound/NotFound'
import type { PageProps } from './router'
import { Shell } from './shell/Shell'
import SoftIndex from './soft/SoftIndex'

const Consents = lazy(() => import('./consent/Consents'))
const Identities = lazy(() => import('./federation/Identities'))
const Manual = lazy(() => import('./help/Manual'))
const Pins = lazy(() => import('./account/Pins'))
const ProjectListRTSM = lazy(() => import('./soft/ProjectListRTSM'))
const Security = lazy(() => import('./account/Security'))
const Sessions = lazy(() => import('./account/Sessions'))
const SignIns = lazy(() => import('./account/SignIns'))
const TenantListEDC = lazy(() => import('./soft/TenantListEDC'))

interface InnerPage {
  page: ComponentType<PageProps>
  /** Web code of the system that the page belongs to; none on the portal's own pages. */
  software?: string
  /** That system's name, in the bar. */
  subsystem?: string
}

/** The pages in the frame, by address. Titles and the guard are in `routes.tsx`. */
const PAGES: Readonly<Record<string, InnerPage>> = {
  '/account/security': { page: Security },
  '/account/pins': { page: Pins },
  '/account/sessions': { page: Sessions },
  '/account/signIns': { page: SignIns },
  '/account/consents': { page: Consents },
  '/account/identities': { page: Identities },
  '/softIndex': { page: SoftIndex },
  '/tenantListEDC': { page: TenantListEDC, software: WEB_CODES.edc, subsystem: 'EDC' },
  '/projectListRTSM': { page: ProjectListRTSM, software: WEB_CODES.rtsm, subsystem: 'RTSM' },
  '/helpCommon': { page: Manual },
  '/helpAccount': { page: Manual },
  '/helpEDC': { page: Manual },
  '/helpRTSM': { page: Manual },
  '/helpCTMS': { page: Manual },
  '/helpETMF': { page: Manual },
}

/** The page at `place`, in the frame of the inner pages: that stays while they change. */
export default function Inner({ place }: PageProps) {
  const { page: Shown, ...system } = PAGES[place.path] ?? { page: NotFound }
  return (
    <Shell place={place} {...system}>
      <Boundary key={place.path}>
        <Suspense>
          <Shown place={place} />
        </Suspense>
      </Boundary>
    </Shell>
  )
}
