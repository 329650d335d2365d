import { createContext, useContext } from 'react'

/**
 * Whether the reader may change what the screen at hand shows; until it is known, as most may. `Screens`
 * says so, for all of a screen's buttons.
 */
export const MayEdit = createContext(true)

export const useMayEdit = (): boolean => useContext(MayEdit)
