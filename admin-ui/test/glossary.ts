/**
 * The words that portal, console and manuals have for things, and those that would mean the same: one
 * thing has one word. What the specification words itself stays as it is there.
 */
export interface Term {
  word: string
  refused: RegExp
}

export const GLOSSARY: Readonly<Record<'en' | 'zh', readonly Term[]>> = {
  en: [
    { word: 'sign in', refused: /\blog(s|ged|ging)?[ -]?(in|on)s?\b|\bsignin\b/i },
    { word: 'sign out', refused: /\blog(s|ged|ging)?[ -]?(out|off)s?\b|\bsignout\b/i },
    { word: 'e-mail', refused: /\bemails?\b/i },
    { word: 'user name', refused: /\busernames?\b/i },
    { word: 'licence', refused: /\blicenses?\b/i },
    { word: 'authorise', refused: /\bauthoriz/i },
    { word: 'organisation', refused: /\borganiz/i },
    { word: 'centre', refused: /\bcenters?\b/i },
    { word: 'cancelled', refused: /\bcancel(ed|ing)\b/i },
    { word: 'study', refused: /\bprojects?\b/i },
    { word: 'second factor', refused: /\b(two|multi)[ -]factor\b|\b[2M]FA\b/i },
    { word: 'environment', refused: /\benv\b/i },
    { word: 'dictionary', refused: /\blook-?up tables?\b/i },
    { word: 'unlock', refused: /\bun-?block(ed|ing|s)?\b/i },
  ],
  zh: [
    { word: '登录', refused: /登陆|登入/ },
    { word: '退出登录', refused: /登出|注销/ },
    // 账户中心 is the product's name.
    { word: '账号', refused: /账户(?!中心)|帐号|帐户/ },
    { word: '邮箱、邮件', refused: /电子邮|email/i },
    { word: '手机号', refused: /手机号码/ },
    { word: '租户', refused: /租客|承租/ },
    { word: '项目', refused: /课题/ },
    { word: '中心', refused: /站点|研究点/ },
    { word: '授权', refused: /受权|赋权/ },
    { word: '环境', refused: /场景环境/ },
    { word: '锁定、解锁', refused: /冻结|解冻|封禁/ },
    { word: '许可', refused: /许可证|牌照/ },
    { word: '两步验证', refused: /双因[素子]|第二因素|二次验证/ },
    { word: '通行密钥', refused: /通行密匙|万能钥匙/ },
  ],
}

/** What the specification and the server word so, in a text or as all of it. */
export const AS_SPECIFIED: readonly string[] = [
  // Portal and sign-in, 3 and 7.
  'Password login',
  'SMS login',
  'Login identity has expired, please log in again',
  'Your login has expired, please sign in again',
  'email format error, please re-enter',
  // Study and platform administration, 6.
  'Please select a project role and an environment',
  'Please select a project role and environment',
  'Please select a project',
  'A selected site does not belong to the project',
  'The project role … does not exist in the environment',
  // Somebody's work, not a study.
  'project manager',
]

/** The texts that use a refused word, each with the word that there is for it. */
export function refusedIn(texts: Iterable<string>): string[] {
  const found: string[] = []
  for (const text of texts) {
    const terms = /\p{Script=Han}/u.test(text) ? GLOSSARY.zh : GLOSSARY.en
    for (const { word, refused } of terms) {
      if (refused.test(withoutCode(text))) found.push(`${word}: ${text}`)
    }
  }
  return found
}

/** What is left of a text without what is specified so, and without what is no word: values to be filled in, addresses, names in code and of protocols. */
const withoutCode = (text: string) =>
  AS_SPECIFIED.reduce((rest, said) => rest.replaceAll(said, ' '), text)
    .replace(/%?\{\w+\}|`[^`]*`|\]\([^)]*\)|\{#[^}]*\}|https?:\S+|\/\w[\w/]*/g, ' ')
    .replace(/\bAuthorization header\b|\b\w+(_\w+)+\b/g, ' ')
