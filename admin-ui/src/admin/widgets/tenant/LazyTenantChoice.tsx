import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { TenantChoice as Shown } from './TenantChoice'

const TenantChoice = lazy(async () => ({ default: (await import('./TenantChoice')).TenantChoice }))

interface LazyTenantChoiceProps extends Omit<ComponentProps<typeof Shown>, 'width'> {
  width?: number
}

/** The tenant that a list is narrowed to: the list itself need not wait for it. */
export function LazyTenantChoice({ width = 360, ...props }: LazyTenantChoiceProps) {
  return (
    <Suspense
      fallback={<Skeleton variant="rounded" height={40} sx={{ width, maxWidth: '100%' }} />}
    >
      <TenantChoice {...props} width={width} />
    </Suspense>
  )
}
