import { raZh } from './raZh'
import type { Words } from './words'
import { zh } from './zh'

/** What each screen's folder calls its records, by their nouns. */
const words = import.meta.glob<Words>('../screens/**/zh.ts', {
  eager: true,
  import: 'zh',
})
export const resources: Words = Object.assign({}, ...Object.values(words))

/** Every message in Chinese. */
export const messages = { ...raZh, ...zh, resources }
