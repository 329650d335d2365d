import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { TenantChoice as Shown } from './TenantChoice'

const TenantChoice = lazy(async () => ({ default: (await import('./TenantChoice')).TenantChoice }))

/** The tenant that a list is narrowed to: the list itself need not wait for it. */
export function LazyTenantChoice(props: ComponentProps<typeof Shown>) {
  return (
    <Suspense
      fallback={<Skeleton variant="rounded" height={40} sx={{ width: 360, maxWidth: '100%' }} />}
    >
      <TenantChoice {...props} />
    </Suspense>
  )
}
