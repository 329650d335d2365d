import { raZh } from './raZh'
import { zh } from './zh'

/** Every message in Chinese. */
export const messages = { ...raZh, ...zh }
