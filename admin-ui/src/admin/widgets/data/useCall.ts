import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { Answer, Asked, CallName } from '../../../shared/api'
import { type Call, type CardeaDataProvider, nounOf } from '../../calls'

/** Makes calls; what one changes is read anew wherever it is shown. */
export const useCall = (): Call => useDataProvider<CardeaDataProvider>().call

type Kept<N extends CallName> = Partial<Omit<UseQueryOptions<Answer<N>>, 'queryKey' | 'queryFn'>>

/** What a call answers. It is kept under its noun, so that a change of that renews it. */
export function useAnswer<N extends CallName & `GET ${string}`>(
  name: N,
  asked: Asked<N>,
  kept: Kept<N> = {},
) {
  const call = useCall()
  return useQuery({
    queryKey: [nounOf(name), name, asked],
    queryFn: ({ signal }) => call(name, { ...asked, signal }),
    retry: false,
    ...kept,
  })
}

/** How a list is asked for beside the lists of screens: the first rows that fit. */
export const firstRows = (rows: number, filter: object, sort?: readonly [string, string]) => ({
  ...(sort ? { sort: JSON.stringify(sort) } : {}),
  range: JSON.stringify([0, rows - 1]),
  filter: JSON.stringify(filter),
})
