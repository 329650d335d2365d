/** A manual as data: what the build makes of its Markdown, and what the page draws. */

/** Elements that hold others and need nothing but a name. */
export type PlainTag =
  | 'p'
  | 'strong'
  | 'em'
  | 'code'
  | 'blockquote'
  | 'ul'
  | 'li'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'

export type Node =
  | string
  | { tag: PlainTag; children: Node[] }
  | { tag: 'h2' | 'h3'; id: string; children: Node[] }
  /** Its first number: a picture may stand between two parts of one list. */
  | { tag: 'ol'; start: number; children: Node[] }
  /** `href` begins with `#`, or with a slash and the name of another manual. */
  | { tag: 'a'; href: string; children: Node[] }
  /** `src` is the picture's place in the manual's list; width and height are px. */
  | { tag: 'img'; src: number; alt: string; width: number; height: number }

export interface Heading {
  /** Its anchor, the same in every language. */
  id: string
  tag: 'h2' | 'h3'
  text: string
}

export interface Manual {
  title: string
  headings: Heading[]
  nodes: Node[]
  /** Addresses of the pictures. */
  pictures: string[]
}
