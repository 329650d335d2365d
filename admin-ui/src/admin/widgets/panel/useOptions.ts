import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Grant, Issue, OptionsPage, OptionsQuery } from './model'

/** Where a panel gets its options from and who judges its grants. */
export interface PanelSource {
  /** Tells this panel's answers from another panel's in the cache: software and tenant. */
  id: string
  options(query: OptionsQuery, signal: AbortSignal): Promise<OptionsPage>
  validate(grants: Grant[]): Promise<Issue[]>
}

/**
 * The options of a column, page after page. Another search, tab or choice in a column that this
 * one depends on is another list; the one asked for before is called off.
 */
export function useOptions(
  source: PanelSource,
  query: Omit<OptionsQuery, 'cursor'>,
  enabled = true,
) {
  const answer = useInfiniteQuery({
    queryKey: ['panel-options', source.id, query],
    queryFn: ({ pageParam, signal }) =>
      source.options(pageParam === null ? query : { ...query, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    enabled,
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  const { data } = answer
  const choices = useMemo(() => {
    const seen = new Set<string>()
    return (
      (data?.pages ?? [])
        .flatMap((page) => page.choices)
        // A page boundary can move under a plugin's feet; a choice that comes twice is shown once.
        .filter((choice) => !seen.has(choice.id) && seen.add(choice.id))
    )
  }, [data])
  return { ...answer, choices }
}
