import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOwnText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { Waiting } from '../list/Waiting'

/** A part of a list, and where the next begins. */
interface Part<R> {
  rows: R[]
  next?: string | null
}

interface KeyPagesProps<R> {
  /** Under which it is kept: its noun first, so that a change of that renews it. */
  queryKey: readonly unknown[]
  ask(after: string | undefined, signal: AbortSignal): Promise<Part<R>>
  children(rows: R[]): ReactNode
}

/** A list that is read by its keys, part by part, as far as somebody wants to see. */
export function KeyPages<R>({ queryKey, ask, children }: KeyPagesProps<R>) {
  const text = useOwnText('record')
  const found = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam || undefined, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    retry: false,
  })
  if (found.error) return <Failure error={found.error} onRetry={found.refetch} />
  if (!found.data) return <Waiting />
  return (
    <>
      {children(found.data.pages.flatMap(({ rows }) => rows))}
      {found.hasNextPage && (
        <Button onClick={() => found.fetchNextPage()} loading={found.isFetchingNextPage}>
          {text('more')}
        </Button>
      )}
    </>
  )
}
