/** What a screen of the console says of itself, in the file `screen.ts` of its folder. */
import type { ComponentType } from 'react'

/**
 * How a part of a screen comes, when it is shown or asked for before. No part is imported by a declaration:
 * whoever reads the declarations would wait for it.
 */
export interface LaterScreen {
  load(): Promise<ComponentType>
  /** What came, once it is there: it is drawn without waiting another time. */
  come?: ComponentType
}

/** What a screen or its records are called, also where it is not open. All else that it says comes with it. */
export type Title = Readonly<Record<'zh' | 'en', string>>

export function later(load: LaterScreen['load']): LaterScreen {
  const screen: LaterScreen = {
    load: async () => {
      screen.come = await load()
      return screen.come
    },
  }
  return screen
}

/** Where the admin REST face is, which the screens are made of. */
export const BASE = '/api/admin'

/** The rows of a list that fills a page, at first. What the specification names is offered; 25 are what a screen shows. */
export const LIST_SIZE = 25

/**
 * A screen over a resource. `writable` are the fields that a save may carry, `name` the one that a
 * record is called by. What only the server writes has a list and no forms.
 */
export interface ResourceScreen {
  /** The resource's name in the admin REST interface, and everywhere in the console. */
  noun: string
  title: Title
  /** One of its records, and several of them. */
  called: Title
  name: string
  /**
   * The command palette looks for its records, as its list does (`q`); of two of one name, this field tells
   * which is which.
   */
  searched?: string
  /** Without it a save carries the whole form. */
  writable?: readonly string[]
  /** The order in which its list begins: the first page is asked for while the list itself is still on its way. */
  sort: { field: string; order: 'ASC' | 'DESC' }
  list: LaterScreen
  create?: LaterScreen
  edit?: LaterScreen
  /** The page on which a record is read, at `:id/show`. */
  show?: LaterScreen
}

/** A screen of its own that is not a list of records. */
export interface PageScreen {
  /** What it is about; no other screen has it. */
  noun: string
  title: Title
  page: LaterScreen
  /** The page on which one of its records is read, at `:id/show`. */
  show?: LaterScreen
}

export type Screen = ResourceScreen | PageScreen

/** True for a screen over a resource. */
export function isResource(screen: Screen): screen is ResourceScreen {
  return 'list' in screen
}
