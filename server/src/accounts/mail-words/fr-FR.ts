import type { MailWords } from './mail-texts.ts'

export const frFR: MailWords = {
  hello: 'Bonjour {name},',
  login: {
    subject: 'Votre code de connexion à {site}',
    text: 'Saisissez ce code pour vous connecter :',
  },
  reset: {
    subject: 'Votre code pour un nouveau mot de passe sur {site}',
    text: 'Saisissez ce code pour choisir un nouveau mot de passe :',
  },
  codeRule:
    'Il ne sert qu’une fois, pendant {minutes} minutes, et seulement dans le navigateur où vous l’avez demandé.',
  codeNotAsked:
    'Si vous ne l’avez pas demandé, ignorez cet e-mail. Ne communiquez jamais ce code : personne chez {site} ne vous le demandera.',
  passwordChanged: {
    subject: 'Votre mot de passe sur {site} a été modifié',
    text: 'Le mot de passe de votre compte a été modifié le {time} (UTC). Tous les appareils ont été déconnectés.',
    textOthers:
      'Le mot de passe de votre compte a été modifié le {time} (UTC). Tous les autres appareils ont été déconnectés.',
    lock: 'Pour protéger vos fonds, les retraits sont bloqués pendant 24 heures.',
    notYou:
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » et contactez le service client.',
  },
  sender: 'Envoyé par {site}, {origin}',
  testMode: 'Mode test, pas d’argent réel',
}
