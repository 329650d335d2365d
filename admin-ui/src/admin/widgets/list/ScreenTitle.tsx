import { Title } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { nounOfAddress } from '../../routes'

/** The heading of a page that is no list, as its words have it. */
export function ScreenTitle() {
  const noun = nounOfAddress(useLocation().pathname)
  return <Title title={`resources.${noun}.title`} preferenceKey={false} />
}
