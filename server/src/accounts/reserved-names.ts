/** Names of users with wallets are given by the service. */
const GIVEN_PREFIX = 'wallet_'
/** The product's own name: in no user's name, wherever it stands. */
const PRODUCT = 'truestrike'

/** Who speaks for a site or works for it, in our eight languages: nobody else may seem to. */
const OFFICES = [
  ...['admin', 'admins', 'administrator', 'administration', 'administrators', 'sysadmin', 'superadmin'],
  ...['root', 'superuser', 'system', 'official', 'owner', 'operator', 'staff', 'employee', 'manager'],
  ...['moderator', 'moderators', 'mod', 'mods', 'support', 'supporter', 'help', 'helpdesk', 'helpcenter'],
  ...['service', 'services', 'customerservice', 'customercare', 'security', 'compliance', 'fraud', 'abuse'],
  ...['billing', 'payment', 'payments', 'payout', 'payouts', 'finance', 'treasury', 'cashier', 'accounting'],
  ...['deposit', 'deposits', 'withdrawal', 'withdrawals', 'verification', 'kyc', 'legal', 'privacy'],
  ...['info', 'contact', 'noreply', 'postmaster', 'webmaster', 'hostmaster', 'mailer', 'notification'],
  ...['administrador', 'administradora', 'soporte', 'ayuda', 'atencionalcliente', 'seguridad', 'moderador'],
  ...['suporte', 'ajuda', 'apoio', 'apoioaocliente', 'seguranca', 'administrateur', 'assistance'],
  ...['moderateur', 'serviceclient', 'securite', 'aide', 'kundendienst', 'kundenservice', 'sicherheit'],
  ...['админ', 'администратор', 'администрация', 'поддержка', 'техподдержка', 'модератор', 'служба'],
  ...['безопасность', 'оператор', 'помощь', 'официальный', 'менеджер', 'الإدارة', 'الدعم', 'الدعمالفني'],
  ...['المشرف', 'مشرف', 'مدير', 'المدير', 'خدمةالعملاء', 'الأمان', 'एडमिन', 'प्रशासक', 'व्यवस्थापक'],
  ...['सहायता', 'सपोर्ट', 'ग्राहकसेवा', 'सुरक्षा', 'मॉडरेटर'],
]
/** What stands beside an office without making it another one. */
const FILLERS = ['the', 'our', 'my', 'your', 'team', 'desk', 'center', 'centre', 'dept', 'online', 'live']

/** Letters and digits that look like a Latin letter, by that letter. Alike also within Latin: l, I and 1, and o and 0. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ a: 'аαɑ4@', b: 'вβь', c: 'сϲ', d: 'ԁ', e: 'еєε3', g: 'ɡ', h: 'һн', i: 'іιıl1ӏ|', j: 'јϳ', k: 'кκ' },
  ...{ m: 'м', n: 'пη', o: 'оοσ0', p: 'рρ', q: 'ԛ', r: 'г', s: 'ѕς5$', t: 'тτ7', u: 'υиμ', v: 'νѵ' },
  ...{ w: 'ԝω', x: 'хχ', y: 'уγ' },
}
const LATIN_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, signs]) => [...signs].map((sign) => [sign, latin] as const)),
)
const ACCENTS = /[\u0300-\u036f]/g
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/gu

/** What a name looks like to a hasty reader: without case, accents, signs between and blanks, look-alikes as one letter. */
function lookOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(ACCENTS, '').toLowerCase().normalize('NFC')
  const letters = [...plain.replaceAll(NEITHER_LETTER_NOR_DIGIT, '')]
  return letters
    .map((sign) => LATIN_OF.get(sign) ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const offices = new Set(OFFICES.map(lookOf))
const fillers = new Set(FILLERS.map(lookOf))
const product = lookOf(PRODUCT)
const PART_LENGTH_MAX = Math.max(...[...offices, ...fillers].map((part) => part.length))

/** Whether a name is made of nothing but offices and what stands beside them, with at least one office: `support_team`. */
function isOffice(look: string, site: string): boolean {
  // At each place: null when no parts lead there, else whether an office is among them.
  const reached: (boolean | null)[] = [false]
  for (let end = 1; end <= look.length; end++) {
    let best: boolean | null = null
    for (let begin = Math.max(0, end - Math.max(PART_LENGTH_MAX, site.length)); begin < end; begin++) {
      const before = reached[begin] ?? null
      if (before === null) continue
      const part = look.slice(begin, end)
      if (part === site || offices.has(part)) best = true
      else if (fillers.has(part)) best = best === true || before
    }
    reached.push(best)
  }
  return reached[look.length] === true
}

/**
 * Whether a name would let a user pass for the site (`siteName`, as the operator calls it) or somebody who works for it. Digits at the
 * end make it another name (`admin7`); digits in place of letters do not (`adm1n`).
 */
export function isReservedName(name: string, siteName: string): boolean {
  const look = lookOf(name)
  return look.includes(product) || isOffice(look, lookOf(siteName))
}

/** The same of a username, and those of wallet users. */
export function isReservedUsername(username: string, siteName: string): boolean {
  const key = username.normalize('NFKC').toLowerCase()
  return key.startsWith(GIVEN_PREFIX) || isReservedName(username, siteName)
}
