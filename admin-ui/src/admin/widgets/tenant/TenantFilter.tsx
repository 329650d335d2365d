import { type InputProps, useInput } from 'react-admin'
import { LazyTenantChoice } from './LazyTenantChoice'

interface TenantFilterProps extends InputProps {
  /** What no tenant stands for, always seen. */
  none?: string
  width?: number
}

/** The tenant that a list is of; empty, it is of all. */
export function TenantFilter({ source, none, width = 260 }: TenantFilterProps) {
  const { field } = useInput({ source })
  // An address may hold anything.
  const id = typeof field.value === 'string' ? field.value : ''
  return (
    <LazyTenantChoice
      id={id || null}
      // Empty takes a filter back; what is undefined would leave it as it was.
      onChange={(chosen) => field.onChange(chosen ?? '')}
      width={width}
      {...(none === undefined ? {} : { none })}
    />
  )
}
