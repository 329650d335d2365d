import { type LaterScreen, later } from '../../screen'

/** The page at /index, which is no screen of a menu. */
export const home: LaterScreen = later(async () => (await import('./index')).Home)
