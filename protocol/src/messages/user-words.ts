import type { Locale } from './locales.ts'

/** What stands in files of users and of teams: headings and the words of their cells. */
export interface UserWords {
  column: Record<
    | 'uid'
    | 'username'
    | 'nickname'
    | 'email'
    | 'phone'
    | 'status'
    | 'identity'
    | 'real'
    | 'demo'
    | 'joined'
    | 'lastLogin'
    | 'invitedBy',
    string
  >
  status: Record<'active' | 'frozen', string>
  identity: Record<'none' | 'pending' | 'verified' | 'refused' | 'revoked', string>
  /** Of a team: its three generations, and those of each whose identity is confirmed. */
  generation: readonly [string, string, string]
  certified: string
}

const WORDS: Record<Locale, UserWords> = {
  'en-US': {
    column: {
      uid: 'UID',
      username: 'User',
      nickname: 'Nickname',
      email: 'E-mail',
      phone: 'Phone',
      status: 'State',
      identity: 'Identity check',
      real: 'Real balance (USDT)',
      demo: 'Practice balance (USDT)',
      joined: 'Joined (UTC)',
      lastLogin: 'Last sign-in (UTC)',
      invitedBy: 'Invited by',
    },
    status: { active: 'Active', frozen: 'Frozen' },
    identity: {
      none: 'not begun',
      pending: 'waits for review',
      verified: 'passed',
      refused: 'refused',
      revoked: 'revoked',
    },
    generation: ['1st generation', '2nd generation', '3rd generation'],
    certified: 'identity confirmed',
  },
  'es-ES': {
    column: {
      uid: 'UID',
      username: 'Usuario',
      nickname: 'Apodo',
      email: 'Correo electrónico',
      phone: 'Teléfono',
      status: 'Estado',
      identity: 'Verificación de identidad',
      real: 'Saldo real (USDT)',
      demo: 'Saldo demo (USDT)',
      joined: 'Alta (UTC)',
      lastLogin: 'Último inicio de sesión (UTC)',
      invitedBy: 'Invitado por',
    },
    status: { active: 'Activo', frozen: 'Bloqueado' },
    identity: {
      none: 'sin iniciar',
      pending: 'pendiente de revisión',
      verified: 'superada',
      refused: 'rechazada',
      revoked: 'revocada',
    },
    generation: ['1.ª generación', '2.ª generación', '3.ª generación'],
    certified: 'identidad confirmada',
  },
  'pt-PT': {
    column: {
      uid: 'UID',
      username: 'Utilizador',
      nickname: 'Alcunha',
      email: 'E-mail',
      phone: 'Telefone',
      status: 'Estado',
      identity: 'Verificação de identidade',
      real: 'Saldo real (USDT)',
      demo: 'Saldo demo (USDT)',
      joined: 'Registo (UTC)',
      lastLogin: 'Último início de sessão (UTC)',
      invitedBy: 'Convidado por',
    },
    status: { active: 'Ativo', frozen: 'Bloqueado' },
    identity: {
      none: 'não iniciada',
      pending: 'a aguardar análise',
      verified: 'aprovada',
      refused: 'recusada',
      revoked: 'revogada',
    },
    generation: ['1.ª geração', '2.ª geração', '3.ª geração'],
    certified: 'identidade confirmada',
  },
  'ar-AR': {
    column: {
      uid: 'UID',
      username: 'المستخدم',
      nickname: 'الاسم المستعار',
      email: 'البريد الإلكتروني',
      phone: 'الهاتف',
      status: 'الحالة',
      identity: 'التحقق من الهوية',
      real: 'الرصيد الحقيقي (USDT)',
      demo: 'الرصيد التجريبي (USDT)',
      joined: 'وقت التسجيل (UTC)',
      lastLogin: 'آخر تسجيل دخول (UTC)',
      invitedBy: 'دعاه',
    },
    status: { active: 'نشط', frozen: 'مجمّد' },
    identity: {
      none: 'لم يبدأ',
      pending: 'قيد المراجعة',
      verified: 'مقبول',
      refused: 'مرفوض',
      revoked: 'أُلغي التأكيد',
    },
    generation: ['الجيل الأول', 'الجيل الثاني', 'الجيل الثالث'],
    certified: 'هوية مؤكدة',
  },
  'de-DE': {
    column: {
      uid: 'UID',
      username: 'Nutzer',
      nickname: 'Spitzname',
      email: 'E-Mail',
      phone: 'Telefon',
      status: 'Status',
      identity: 'Identitätsprüfung',
      real: 'Echtes Guthaben (USDT)',
      demo: 'Demo-Guthaben (USDT)',
      joined: 'Registriert (UTC)',
      lastLogin: 'Letzte Anmeldung (UTC)',
      invitedBy: 'Eingeladen von',
    },
    status: { active: 'Aktiv', frozen: 'Gesperrt' },
    identity: {
      none: 'nicht begonnen',
      pending: 'wird geprüft',
      verified: 'bestanden',
      refused: 'abgelehnt',
      revoked: 'zurückgenommen',
    },
    generation: ['1. Generation', '2. Generation', '3. Generation'],
    certified: 'Identität bestätigt',
  },
  'ru-RU': {
    column: {
      uid: 'UID',
      username: 'Пользователь',
      nickname: 'Псевдоним',
      email: 'E-mail',
      phone: 'Телефон',
      status: 'Статус',
      identity: 'Проверка личности',
      real: 'Реальный баланс (USDT)',
      demo: 'Учебный баланс (USDT)',
      joined: 'Регистрация (UTC)',
      lastLogin: 'Последний вход (UTC)',
      invitedBy: 'Кто пригласил',
    },
    status: { active: 'Активен', frozen: 'Заблокирован' },
    identity: {
      none: 'не начата',
      pending: 'на проверке',
      verified: 'пройдена',
      refused: 'отклонена',
      revoked: 'подтверждение отозвано',
    },
    generation: ['1-е поколение', '2-е поколение', '3-е поколение'],
    certified: 'личность подтверждена',
  },
  'fr-FR': {
    column: {
      uid: 'UID',
      username: 'Utilisateur',
      nickname: 'Pseudonyme',
      email: 'E-mail',
      phone: 'Téléphone',
      status: 'Statut',
      identity: 'Vérification d’identité',
      real: 'Solde réel (USDT)',
      demo: 'Solde démo (USDT)',
      joined: 'Inscription (UTC)',
      lastLogin: 'Dernière connexion (UTC)',
      invitedBy: 'Invité par',
    },
    status: { active: 'Actif', frozen: 'Bloqué' },
    identity: {
      none: 'non commencée',
      pending: 'en cours d’examen',
      verified: 'validée',
      refused: 'refusée',
      revoked: 'confirmation retirée',
    },
    generation: ['1re génération', '2e génération', '3e génération'],
    certified: 'identité confirmée',
  },
  'hi-IN': {
    column: {
      uid: 'UID',
      username: 'उपयोगकर्ता',
      nickname: 'उपनाम',
      email: 'ईमेल',
      phone: 'फ़ोन',
      status: 'स्थिति',
      identity: 'पहचान की जाँच',
      real: 'असली बैलेंस (USDT)',
      demo: 'अभ्यास बैलेंस (USDT)',
      joined: 'पंजीकरण (UTC)',
      lastLogin: 'पिछला लॉग इन (UTC)',
      invitedBy: 'आमंत्रित करने वाला',
    },
    status: { active: 'सक्रिय', frozen: 'फ़्रीज़' },
    identity: {
      none: 'शुरू नहीं हुई',
      pending: 'समीक्षा बाकी',
      verified: 'पास',
      refused: 'अस्वीकार',
      revoked: 'पुष्टि वापस ली गई',
    },
    generation: ['पहली पीढ़ी', 'दूसरी पीढ़ी', 'तीसरी पीढ़ी'],
    certified: 'पहचान की पुष्टि हुई',
  },
}

export const userWordsFor = (locale: Locale): UserWords => WORDS[locale]
