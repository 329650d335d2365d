import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawing, PLAIN } from './Icon'
import drawn from './menuIcons.json'

// The server stores a name for each menu, read here in its source: the console draws each of them, and
// none like another.

const seed = readFileSync('../core/src/resources/menus/seed.rs', 'utf8')
const faces = [...seed.matchAll(/\("([^"]+)", "([^"]+)", "([a-z]+)"\)/g)]

describe('the icons of the menu', () => {
  it('are drawn as the server names them, each group and item with its own', () => {
    expect(faces.length).toBeGreaterThan(35)
    const names = faces.map(([, , , icon = '']) => icon)
    expect(new Set(names).size).toBe(names.length)
    const drawings = names.map((name) => drawing(drawn, name))
    expect(drawings).not.toContain(PLAIN)
    expect(new Set(drawings).size).toBe(names.length)
    expect(Object.keys(drawn).sort()).toEqual([...names].sort())
  })

  it.each(['constructor', '', 'nobody'])('have no hole for %j', (name) =>
    expect(drawing(drawn, name)).toBe(PLAIN),
  )
})
