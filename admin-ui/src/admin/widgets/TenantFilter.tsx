import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { InputProps } from 'react-admin'

const TenantAutocomplete = lazy(async () => ({
  default: (await import('./TenantAutocomplete')).TenantAutocomplete,
}))

/** The tenant that a list is of. The list does not wait for what it is chosen with. */
export function TenantFilter(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" width={260} height={40} />}>
      <TenantAutocomplete {...props} />
    </Suspense>
  )
}
