import { WEB_CODES } from '../../shared/constants'
import { SystemList } from './SystemList'
import { t as say } from './texts'

/** /projectListRTSM: where the person may open the randomisation system for their studies. */
export default function ProjectListRTSM() {
  return (
    <SystemList
      webCode={WEB_CODES.rtsm}
      title={say('projectsTitle')}
      text={say('projectsText')}
      noneText={say('projectsNone')}
    />
  )
}
