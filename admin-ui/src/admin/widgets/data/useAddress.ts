import { useSearchParams } from 'react-router-dom'
import { useIsLeaving } from '../../router'

/** What is to stand in an address; what is null leaves it. */
type Changed = Record<string, string | null>

/**
 * What the address says of a screen, and how that changes. What somebody chooses is there before their next press: drawn
 * in its own time, what was there before would stay for a moment, and take that press. What a screen fills in by itself is
 * no step of its own on the way back.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsLeaving()
  const changed = (by: Changed) => {
    const all = { ...Object.fromEntries(params), ...by }
    return Object.entries(all).filter((each): each is [string, string] => each[1] !== null)
  }
  return {
    params,
    /** With `replace` the way back leads past what was chosen before. */
    choose: (by: Changed, { replace = false } = {}) =>
      setParams(changed(by), { replace, flushSync: true }),
    fillIn: (by: Changed) => {
      if (!isLeaving()) setParams(changed(by), { replace: true })
    },
  }
}
