import { type ReactNode, useMemo } from 'react'
import { FormProvider, useFormContext } from 'react-hook-form'

/**
 * Fields that are drawn for what they show. The form around them is another whenever something is noted about it, twice when
 * its list is shown again; each field hears of its own value by itself.
 */
export function SettledForm({ children }: { children: ReactNode }) {
  const form = useFormContext()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the one of its control; the rest of it stays the same.
  return useMemo(() => <FormProvider {...form}>{children}</FormProvider>, [form.control, children])
}
