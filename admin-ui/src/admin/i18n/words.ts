/** Texts by their keys, at any depth. */
export interface Words {
  [key: string]: string | Words
}
