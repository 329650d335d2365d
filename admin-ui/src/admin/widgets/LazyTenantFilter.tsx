import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { TenantFilter as Shown } from './TenantFilter'

const TenantFilter = lazy(async () => ({ default: (await import('./TenantFilter')).TenantFilter }))

/** The tenant that a list is narrowed to: the list itself need not wait for it. */
export function LazyTenantFilter(props: ComponentProps<typeof Shown>) {
  return (
    <Suspense
      fallback={<Skeleton variant="rounded" height={40} sx={{ width: 360, maxWidth: '100%' }} />}
    >
      <TenantFilter {...props} />
    </Suspense>
  )
}
