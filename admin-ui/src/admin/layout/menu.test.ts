import { describe, expect, it } from 'vitest'
import { pathOfAddress, pathOfMenuUrl } from '../routes'
import { USER } from '../testing/server'
import { sectionsOf } from './menu'

describe('the menu', () => {
  it('shows only what the console can show, whatever way its address is written', () => {
    const sections = sectionsOf(USER.menuList)
    expect(sections.map(({ name, entries }) => [name, entries.map(({ path }) => path)])).toEqual([
      ['System', ['systemManger/tenant', 'systemManger/user', 'systemManger/dictionary']],
      ['Studies', ['projectManager/userAllowed']],
    ])
  })

  it('takes a group with an address of its own as an entry', () => {
    const group = {
      id: '1',
      name: 'Users',
      url: 'systemManger/user',
      icon: null,
      parentId: '0',
      list: [],
    }
    expect(sectionsOf([group])[0]?.entries).toEqual([
      { id: '1', name: 'Users', icon: null, path: 'systemManger/user' },
    ])
  })
})

describe('the route table', () => {
  it.each([
    ['systemManger/tenant', 'systemManger/tenant'],
    ['/systemManger/tenant', 'systemManger/tenant'],
    ['/index/systemManger/tenant/', 'systemManger/tenant'],
    ['systemManger/eare', 'systemManger/eare'],
    ['tenantManager/nothing', undefined],
    ['constructor', undefined],
    ['', undefined],
    [null, undefined],
  ])('maps the menu address %j', (url, path) => expect(pathOfMenuUrl(url)).toBe(path))

  it.each([
    ['/index/systemManger/user', 'systemManger/user'],
    ['/index/systemManger/user/17', 'systemManger/user'],
    ['/index/systemManger/userDepartment', undefined],
    ['/index', undefined],
  ])('maps the page %j', (address, path) => expect(pathOfAddress(address)).toBe(path))
})
