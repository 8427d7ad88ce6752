import type { MailWords } from './mail-texts.ts'

export const frFR: MailWords = {
  hello: 'Bonjour {name},',
  login: {
    subject: 'Votre code de connexion à {site}',
    text: 'Saisissez ce code pour vous connecter :',
  },
  reset: {
    subject: 'Votre code pour un nouveau mot de passe sur {site}',
    text: 'Saisissez ce code pour choisir un nouveau mot de passe :',
  },
  email: {
    subject: 'Votre code pour une nouvelle adresse e-mail sur {site}',
    text: 'Saisissez ce code pour utiliser cette adresse e-mail avec votre compte :',
  },
  prove: {
    subject: 'Votre code de confirmation pour {site}',
    text: 'Saisissez ce code pour confirmer votre adresse e-mail ou une modification de votre compte :',
  },
  codeRule:
    'Il ne sert qu’une fois, pendant {minutes} minutes, et seulement dans le navigateur où vous l’avez demandé.',
  codeNotAsked:
    'Si vous ne l’avez pas demandé, ignorez cet e-mail. Ne communiquez jamais ce code : personne chez {site} ne vous le demandera.',
  passwordChanged: {
    subject: 'Votre mot de passe sur {site} a été modifié',
    text: 'Le mot de passe de votre compte a été modifié le {time} (UTC). Tous les appareils ont été déconnectés.',
    textOthers:
      'Le mot de passe de votre compte a été modifié le {time} (UTC). Tous les autres appareils ont été déconnectés.',
    notYou:
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » et contactez l’exploitant de {site}.',
  },
  money: {
    subjects: {
      'deposit-completed': 'Votre dépôt a été crédité',
      'deposit-rejected': 'Votre dépôt a été refusé',
      'withdrawal-pending': 'Votre retrait a été demandé',
      'withdrawal-completed': 'Votre retrait a été versé',
      'withdrawal-rejected': 'Votre retrait a été refusé',
      'withdrawal-failed': 'Votre retrait a échoué',
      'withdrawal-returned': 'Votre retrait a été retourné',
      'withdrawal-corrected': 'Votre retrait avait bien été versé',
      'transfer-sent': 'Votre transfert a été envoyé',
    },
    amountIs: 'Montant : {amount}',
    recipientIs: 'Destinataire : UID {uid}',
    remarkIs: 'Remarque : {remark}',
    where: 'Vous trouverez les détails dans votre compte {site}, sous Opérations.',
    settings: 'Vous recevez cet e-mail parce que les e-mails sont activés dans vos réglages sur {site}.',
  },
  news: {
    'address-claimed': {
      subject: 'Vous avez confirmé votre adresse e-mail sur {site}',
      text: 'Le {time} (UTC), cette adresse e-mail a été confirmée pour la première fois, sur un appareil que le compte ne connaissait pas, et un nouveau mot de passe a été défini. Pour que vous seul ayez accès, rien de ce qui permettait de se connecter auparavant n’est plus valable : l’ancien mot de passe, les portefeuilles associés et tous les autres appareils. Les adresses de retrait enregistrées ont aussi été supprimées.',
    },
    'two-factor-on': {
      subject: 'La double authentification a été activée sur {site}',
      text: 'La double authentification de votre compte a été activée le {time} (UTC). Désormais, la connexion demande aussi un code de l’application.',
    },
    'two-factor-off': {
      subject: 'La double authentification a été désactivée sur {site}',
      text: 'La double authentification de votre compte a été désactivée le {time} (UTC).',
    },
    'two-factor-blocked': {
      subject: 'Les codes de votre application d’authentification sur {site} ne sont plus acceptés',
      text: 'Cent codes incorrects d’affilée ont été saisis pour votre compte, le dernier le {time} (UTC). Les codes de votre application d’authentification ne seront plus acceptés tant que vous n’aurez pas saisi un code de secours.',
    },
    'recovery-codes': {
      subject: 'De nouveaux codes de secours ont été créés sur {site}',
      text: 'Le {time} (UTC), de nouveaux codes de secours ont été créés pour votre compte. Les anciens ne sont plus valables.',
    },
    'wallet-linked': {
      subject: 'Un portefeuille a été associé à votre compte sur {site}',
      text: 'Le {time} (UTC), le portefeuille {address} a été associé à votre compte. Il permet désormais de se connecter.',
    },
    'wallet-unlinked': {
      subject: 'Un portefeuille a été dissocié de votre compte sur {site}',
      text: 'Le {time} (UTC), le portefeuille {address} a été dissocié de votre compte. Il ne permet plus de se connecter.',
    },
    'self-excluded': {
      subject: 'Le trading de votre compte sur {site} a été arrêté',
      text: 'Le {time} (UTC), le trading de votre compte a été arrêté jusqu’au {until} (UTC). D’ici là, aucun nouveau contrat n’est accepté et la durée ne peut pas être raccourcie. Les contrats ouverts suivent leur cours.',
    },
    'address-saved': {
      subject: 'Une adresse de retrait a été enregistrée dans votre compte sur {site}',
      text: 'Le {time} (UTC), une adresse de retrait a été enregistrée dans votre compte : {address}',
    },
    'address-removed': {
      subject: 'Une adresse de retrait a été supprimée de votre compte sur {site}',
      text: 'Le {time} (UTC), une adresse de retrait enregistrée a été supprimée de votre compte : {address}',
    },
    'address-default': {
      subject: 'L’adresse de retrait par défaut de votre compte sur {site} a été modifiée',
      text: 'Le {time} (UTC), cette adresse de retrait est devenue l’adresse par défaut de votre compte : {address}',
    },
  },
  emailChanged: {
    subject: 'L’adresse e-mail de votre compte sur {site} a été modifiée',
    text: 'L’adresse e-mail de votre compte a été modifiée le {time} (UTC). Les e-mails concernant votre compte n’arrivent plus à cette adresse, et tous les autres appareils ont été déconnectés.',
    notYou:
      'Si ce n’était pas vous, contactez tout de suite l’exploitant de {site}. Si vous pouvez encore vous connecter, changez d’abord le mot de passe.',
  },
  addressTaken: {
    subject: 'Quelqu’un a voulu utiliser votre adresse e-mail sur {site}',
    text: 'Un utilisateur de {site} a demandé à utiliser cette adresse e-mail pour un autre compte. Elle appartient au vôtre : rien n’a été modifié, et personne n’a appris que vous avez un compte.',
    advice:
      'Si c’était vous, choisissez une autre adresse pour cet autre compte. Sinon, vous n’avez rien à faire.',
  },
  lock: 'Pour protéger vos fonds, les retraits et transferts sont bloqués pendant 24 heures.',
  digest: {
    subject: '{site} : vos notifications non lues ({count})',
    intro: 'Voici ce qui est arrivé depuis votre dernier résumé et que vous n’avez pas encore lu :',
    demo: 'Fonds démo, contrats réglés : {count}, résultat {amount}',
    real: 'Fonds réels, contrats réglés : {count}, résultat {amount}',
    cancelled: 'Contrats annulés, mises rendues : {count}',
    reached: 'Prix atteints : {list}',
    funds: 'Dépôts, retraits et transferts : {count}',
    other: 'Autres : {count}',
    where: 'Vous retrouverez tout sur {origin}, sous la cloche.',
    settings:
      'Vous recevez cet e-mail une fois par jour parce que le résumé quotidien est activé dans vos réglages sur {site}.',
    unsubscribe: 'Se désabonner',
    page: {
      title: 'Résumé quotidien',
      question: 'Ne plus recevoir de résumé quotidien par e-mail ?',
      button: 'Se désabonner',
      done: 'C’est fait. Vous ne recevrez plus de résumé quotidien. Vous pouvez le réactiver dans vos réglages.',
      unknown:
        'Ce lien n’est pas valable. Vos réglages vous permettent de choisir les e-mails que vous recevez.',
    },
  },
  announcement: {
    newsletter: {
      settings:
        'Vous recevez cet e-mail parce que la lettre d’information est activée dans vos réglages sur {site}.',
      title: 'Lettre d’information',
      question: 'Ne plus recevoir la lettre d’information par e-mail ?',
      done: 'C’est fait. Vous ne recevrez plus la lettre d’information. Vous pouvez la réactiver dans vos réglages.',
    },
    marketing: {
      settings: 'Vous recevez cet e-mail parce que les offres sont activées dans vos réglages sur {site}.',
      title: 'Offres',
      question: 'Ne plus recevoir d’offres par e-mail ?',
      done: 'C’est fait. Vous ne recevrez plus d’offres. Vous pouvez les réactiver dans vos réglages.',
    },
  },
  sender: 'Envoyé par {site}, {origin}',
  testMode: 'Mode test, pas d’argent réel',
}
