import { useAnswer } from '../data/useCall'

/** The systems of the catalogue, in its order, for choosing one. */
export function useSystems() {
  const { data, ...rest } = useAnswer('GET /tenant-software/choices', {})
  const systems = (data ?? []).map(({ id, softwareName }) => ({ id, name: softwareName }))
  return { systems, ...rest }
}
