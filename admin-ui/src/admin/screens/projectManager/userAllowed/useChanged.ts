import { useAddress } from '../../../widgets/data/useAddress'
import { useAnswer } from '../../../widgets/data/useCall'
import type { Held } from './model'

/** The grant that the address names: the panel is opened for its person, with what they have. */
export function useChanged(softwareId: string, tenantId: string) {
  const { params, choose } = useAddress()
  const id = params.get('grant')
  const answer = useAnswer(
    'GET /panels/{softwareId}/grants',
    { path: { softwareId }, query: { tenantId, id: id ?? '' } },
    { enabled: id !== null, refetchOnWindowFocus: false },
  )
  const stop = () => {
    if (id !== null) choose({ grant: null })
  }
  const held: Held | undefined = id === null ? undefined : answer.data?.[0]
  return {
    held,
    isPending: id !== null && answer.isPending,
    /** It is not there: revoked meanwhile, or of another system. */
    isGone: id !== null && answer.isSuccess && held === undefined,
    error: id === null ? null : answer.error,
    refetch: answer.refetch,
    stop,
  }
}
