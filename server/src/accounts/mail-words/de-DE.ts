import type { MailWords } from './mail-texts.ts'

export const deDE: MailWords = {
  hello: 'Hallo {name}!',
  login: {
    subject: 'Ihr Anmeldecode für {site}',
    text: 'Geben Sie diesen Code ein, um sich anzumelden:',
  },
  reset: {
    subject: 'Ihr Code für ein neues Passwort bei {site}',
    text: 'Geben Sie diesen Code ein, um ein neues Passwort zu wählen:',
  },
  email: {
    subject: 'Ihr Code für eine neue E-Mail-Adresse bei {site}',
    text: 'Geben Sie diesen Code ein, um diese E-Mail-Adresse für Ihr Konto zu verwenden:',
  },
  prove: {
    subject: 'Ihr Bestätigungscode für {site}',
    text: 'Geben Sie diesen Code ein, um Ihre E-Mail-Adresse oder eine Änderung an Ihrem Konto zu bestätigen:',
  },
  codeRule:
    'Er gilt einmal, {minutes} Minuten lang und nur in dem Browser, in dem Sie ihn angefordert haben.',
  codeNotAsked:
    'Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren. Geben Sie den Code niemals weiter: Niemand von {site} wird Sie danach fragen.',
  passwordChanged: {
    subject: 'Ihr Passwort bei {site} wurde geändert',
    text: 'Das Passwort Ihres Kontos wurde am {time} (UTC) geändert. Alle Geräte wurden abgemeldet.',
    textOthers:
      'Das Passwort Ihres Kontos wurde am {time} (UTC) geändert. Alle anderen Geräte wurden abgemeldet.',
    notYou:
      'Wenn Sie das nicht waren, legen Sie über „Passwort vergessen?“ sofort ein neues Passwort fest und wenden Sie sich an den Betreiber von {site}.',
  },
  money: {
    subjects: {
      'deposit-completed': 'Ihre Einzahlung ist gutgeschrieben',
      'deposit-rejected': 'Ihre Einzahlung wurde abgelehnt',
      'withdrawal-pending': 'Ihre Auszahlung ist beantragt',
      'withdrawal-completed': 'Ihre Auszahlung ist ausgeführt',
      'withdrawal-rejected': 'Ihre Auszahlung wurde abgelehnt',
      'withdrawal-failed': 'Ihre Auszahlung ist fehlgeschlagen',
      'withdrawal-returned': 'Ihre Auszahlung kam zurück',
      'withdrawal-corrected': 'Ihre Auszahlung war doch ausgeführt worden',
      'transfer-sent': 'Ihre Überweisung ist ausgeführt',
    },
    amountIs: 'Betrag: {amount}',
    recipientIs: 'Empfänger: UID {uid}',
    remarkIs: 'Bemerkung: {remark}',
    where: 'Die Einzelheiten finden Sie in Ihrem Konto bei {site} unter Buchungen.',
    settings: 'Sie erhalten diese E-Mail, weil E-Mails in Ihren Einstellungen bei {site} eingeschaltet sind.',
  },
  news: {
    'address-claimed': {
      subject: 'Sie haben Ihre E-Mail-Adresse bei {site} bestätigt',
      text: 'Am {time} (UTC) wurde diese E-Mail-Adresse zum ersten Mal bestätigt, auf einem Gerät, das dem Konto unbekannt war, und ein neues Passwort festgelegt. Damit nur Sie Zugang haben, gilt nichts mehr, womit man sich vorher anmelden konnte: das bisherige Passwort, verknüpfte Wallets und alle anderen Geräte. Auch gespeicherte Auszahlungsadressen wurden entfernt.',
    },
    'two-factor-on': {
      subject: 'Zwei-Faktor-Anmeldung bei {site} wurde eingeschaltet',
      text: 'Die Zwei-Faktor-Anmeldung Ihres Kontos wurde am {time} (UTC) eingeschaltet. Ab jetzt wird beim Anmelden auch ein Code aus der App verlangt.',
    },
    'two-factor-off': {
      subject: 'Zwei-Faktor-Anmeldung bei {site} wurde ausgeschaltet',
      text: 'Die Zwei-Faktor-Anmeldung Ihres Kontos wurde am {time} (UTC) ausgeschaltet.',
    },
    'two-factor-blocked': {
      subject: 'Ihre Authenticator-Codes bei {site} gelten nicht mehr',
      text: 'Für Ihr Konto wurden hundert falsche Codes hintereinander eingegeben, der letzte am {time} (UTC). Die Codes Ihrer Authenticator-App gelten erst wieder, wenn Sie einen Wiederherstellungscode eingegeben haben.',
    },
    'recovery-codes': {
      subject: 'Neue Wiederherstellungscodes bei {site}',
      text: 'Am {time} (UTC) wurden für Ihr Konto neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
    },
    'wallet-linked': {
      subject: 'Eine Wallet wurde mit Ihrem Konto bei {site} verknüpft',
      text: 'Am {time} (UTC) wurde die Wallet {address} mit Ihrem Konto verknüpft. Ab jetzt kann man sich mit ihr anmelden.',
    },
    'wallet-unlinked': {
      subject: 'Eine Wallet wurde von Ihrem Konto bei {site} entfernt',
      text: 'Am {time} (UTC) wurde die Wallet {address} von Ihrem Konto entfernt. Mit ihr kann man sich nicht mehr anmelden.',
    },
    'self-excluded': {
      subject: 'Der Handel in Ihrem Konto bei {site} wurde eingestellt',
      text: 'Am {time} (UTC) wurde der Handel in Ihrem Konto bis {until} (UTC) eingestellt. Bis dahin werden keine neuen Kontrakte angenommen, und die Zeit lässt sich nicht verkürzen. Offene Kontrakte laufen weiter.',
    },
    'address-saved': {
      subject: 'In Ihrem Konto bei {site} wurde eine Auszahlungsadresse gespeichert',
      text: 'Am {time} (UTC) wurde in Ihrem Konto eine Auszahlungsadresse gespeichert: {address}',
    },
    'address-removed': {
      subject: 'Aus Ihrem Konto bei {site} wurde eine Auszahlungsadresse entfernt',
      text: 'Am {time} (UTC) wurde eine gespeicherte Auszahlungsadresse aus Ihrem Konto entfernt: {address}',
    },
    'address-default': {
      subject: 'Die Standard-Auszahlungsadresse Ihres Kontos bei {site} wurde geändert',
      text: 'Am {time} (UTC) wurde diese Auszahlungsadresse zur Standardadresse Ihres Kontos: {address}',
    },
  },
  emailChanged: {
    subject: 'Die E-Mail-Adresse Ihres Kontos bei {site} wurde geändert',
    text: 'Die E-Mail-Adresse Ihres Kontos wurde am {time} (UTC) geändert. E-Mails zu Ihrem Konto kommen nicht mehr an diese Adresse, und alle anderen Geräte wurden abgemeldet.',
    notYou:
      'Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber von {site}. Können Sie sich noch anmelden, legen Sie vorher ein neues Passwort fest.',
  },
  addressTaken: {
    subject: 'Jemand wollte Ihre E-Mail-Adresse bei {site} verwenden',
    text: 'Ein Nutzer von {site} wollte diese E-Mail-Adresse für ein anderes Konto verwenden. Sie gehört zu Ihrem Konto: Es wurde nichts geändert, und niemand hat erfahren, dass Sie ein Konto haben.',
    advice:
      'Wenn Sie das selbst waren, wählen Sie dort eine andere Adresse. Wenn nicht, müssen Sie nichts tun.',
  },
  lock: 'Zum Schutz Ihres Guthabens sind Auszahlungen und Überweisungen 24 Stunden gesperrt.',
  digest: {
    subject: '{site}: Ihre ungelesenen Mitteilungen ({count})',
    intro: 'Das kam seit Ihrer letzten Übersicht, und Sie haben es noch nicht gelesen:',
    demo: 'Demo-Guthaben, abgerechnete Kontrakte: {count}, Ergebnis {amount}',
    real: 'Echtes Guthaben, abgerechnete Kontrakte: {count}, Ergebnis {amount}',
    cancelled: 'Stornierte Kontrakte, Einsätze zurückgegeben: {count}',
    reached: 'Erreichte Kurse: {list}',
    funds: 'Einzahlungen, Auszahlungen und Überweisungen: {count}',
    other: 'Sonstiges: {count}',
    where: 'Sie finden alles auf {origin} unter der Glocke.',
    settings:
      'Sie erhalten diese E-Mail einmal am Tag, weil die tägliche Übersicht in Ihren Einstellungen bei {site} eingeschaltet ist.',
    unsubscribe: 'Abbestellen',
    page: {
      title: 'Tägliche Übersicht',
      question: 'Möchten Sie keine täglichen Übersichten mehr per E-Mail?',
      button: 'Abbestellen',
      done: 'Erledigt. Sie erhalten keine täglichen Übersichten mehr. In Ihren Einstellungen können Sie sie wieder einschalten.',
      unknown:
        'Dieser Link ist nicht gültig. In Ihren Einstellungen wählen Sie, welche E-Mails Sie erhalten.',
    },
  },
  announcement: {
    newsletter: {
      settings:
        'Sie erhalten diese E-Mail, weil der Newsletter in Ihren Einstellungen bei {site} eingeschaltet ist.',
      title: 'Unser Newsletter',
      question: 'Möchten Sie keinen Newsletter mehr per E-Mail?',
      done: 'Erledigt. Sie erhalten keinen Newsletter mehr. In Ihren Einstellungen können Sie ihn wieder einschalten.',
    },
    marketing: {
      settings:
        'Sie erhalten diese E-Mail, weil Angebote in Ihren Einstellungen bei {site} eingeschaltet sind.',
      title: 'Angebote',
      question: 'Möchten Sie keine Angebote mehr per E-Mail?',
      done: 'Erledigt. Sie erhalten keine Angebote mehr. In Ihren Einstellungen können Sie sie wieder einschalten.',
    },
  },
  sender: 'Gesendet von {site}, {origin}',
  testMode: 'Testmodus, kein echtes Geld',
}
