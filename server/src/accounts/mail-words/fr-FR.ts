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
  money: {
    subjects: {
      'deposit-completed': 'Votre dépôt a été crédité',
      'deposit-rejected': 'Votre dépôt a été refusé',
      'withdrawal-completed': 'Votre retrait a été versé',
      'withdrawal-rejected': 'Votre retrait a été refusé',
      'withdrawal-failed': 'Votre retrait a échoué',
      'withdrawal-returned': 'Votre retrait est revenu',
    },
    amountIs: 'Montant : {amount}',
    remarkIs: 'Remarque : {remark}',
    where: 'Vous trouverez les détails dans votre compte {site}, sous Opérations.',
    settings: 'Vous recevez cet e-mail parce que les e-mails sont activés dans vos réglages sur {site}.',
  },
  sender: 'Envoyé par {site}, {origin}',
  testMode: 'Mode test, pas d’argent réel',
}
