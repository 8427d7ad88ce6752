import type { MailWords } from './mail-texts.ts'

export const ptPT: MailWords = {
  hello: 'Olá, {name},',
  login: {
    subject: 'O seu código para iniciar sessão em {site}',
    text: 'Introduza este código para iniciar sessão:',
  },
  reset: {
    subject: 'O seu código para uma nova palavra-passe em {site}',
    text: 'Introduza este código para escolher uma nova palavra-passe:',
  },
  email: {
    subject: 'O seu código para um novo endereço de e-mail em {site}',
    text: 'Introduza este código para usar este endereço de e-mail com a sua conta:',
  },
  prove: {
    subject: 'O seu código de confirmação para {site}',
    text: 'Introduza este código para confirmar o seu e-mail ou uma alteração na sua conta:',
  },
  codeRule: 'É válido uma única vez, durante {minutes} minutos e apenas no navegador onde o pediu.',
  codeNotAsked:
    'Se não o pediu, pode ignorar este e-mail. Nunca partilhe o código: ninguém de {site} lho vai pedir.',
  passwordChanged: {
    subject: 'A sua palavra-passe em {site} foi alterada',
    text: 'A palavra-passe da sua conta foi alterada em {time} (UTC). A sessão foi terminada em todos os dispositivos.',
    textOthers:
      'A palavra-passe da sua conta foi alterada em {time} (UTC). A sessão foi terminada em todos os outros dispositivos.',
    notYou:
      'Se não fez esta alteração, defina já uma nova palavra-passe em «Esqueceu-se da palavra-passe?» e contacte o operador de {site}.',
  },
  money: {
    subjects: {
      'deposit-completed': 'O seu depósito foi creditado',
      'deposit-rejected': 'O seu depósito foi recusado',
      'withdrawal-pending': 'O seu levantamento foi pedido',
      'withdrawal-completed': 'O seu levantamento foi pago',
      'withdrawal-rejected': 'O seu levantamento foi recusado',
      'withdrawal-failed': 'O seu levantamento falhou',
      'withdrawal-returned': 'O seu levantamento foi devolvido',
      'withdrawal-corrected': 'O seu levantamento tinha sido pago',
      'transfer-sent': 'A sua transferência foi enviada',
    },
    amountIs: 'Montante: {amount}',
    recipientIs: 'Destinatário: UID {uid}',
    remarkIs: 'Observação: {remark}',
    where: 'Encontra os detalhes na sua conta em {site}, em Movimentos.',
    settings: 'Recebe este e-mail porque os e-mails estão ativados nas suas definições em {site}.',
  },
  news: {
    'address-claimed': {
      subject: 'Confirmou o seu endereço de e-mail em {site}',
      text: 'Em {time} (UTC), este endereço de e-mail foi confirmado pela primeira vez, num dispositivo que a conta não conhecia, e foi definida uma nova palavra-passe. Para que só o próprio tenha acesso, deixou de servir tudo o que antes permitia entrar: a palavra-passe anterior, as carteiras associadas e todos os outros dispositivos. Os endereços de levantamento guardados também foram removidos.',
    },
    'two-factor-on': {
      subject: 'A verificação em dois passos em {site} foi ativada',
      text: 'A verificação em dois passos da sua conta foi ativada em {time} (UTC). A partir de agora, para iniciar sessão é pedido também um código da aplicação.',
    },
    'two-factor-off': {
      subject: 'A verificação em dois passos em {site} foi desativada',
      text: 'A verificação em dois passos da sua conta foi desativada em {time} (UTC).',
    },
    'two-factor-blocked': {
      subject: 'Os códigos da sua aplicação de autenticação em {site} deixaram de ser aceites',
      text: 'Foram introduzidos cem códigos errados seguidos na sua conta, o último em {time} (UTC). Os códigos da sua aplicação de autenticação só voltam a ser aceites depois de introduzir um código de recuperação.',
    },
    'recovery-codes': {
      subject: 'Foram criados novos códigos de recuperação em {site}',
      text: 'Em {time} (UTC), foram criados novos códigos de recuperação para a sua conta. Os anteriores deixaram de funcionar.',
    },
    'wallet-linked': {
      subject: 'Foi associada uma carteira à sua conta em {site}',
      text: 'Em {time} (UTC), a carteira {address} foi associada à sua conta. A partir de agora é possível iniciar sessão com ela.',
    },
    'wallet-unlinked': {
      subject: 'Foi desassociada uma carteira da sua conta em {site}',
      text: 'Em {time} (UTC), a carteira {address} foi desassociada da sua conta. Já não é possível iniciar sessão com ela.',
    },
    'self-excluded': {
      subject: 'A negociação na sua conta em {site} foi suspensa',
      text: 'Em {time} (UTC), a negociação na sua conta foi suspensa até {until} (UTC). Até lá não são aceites contratos novos e o prazo não pode ser encurtado. Os contratos abertos seguem o seu curso.',
    },
    'address-saved': {
      subject: 'Foi guardado um endereço de levantamento na sua conta em {site}',
      text: 'Em {time} (UTC), foi guardado um endereço de levantamento na sua conta: {address}',
    },
    'address-removed': {
      subject: 'Foi removido um endereço de levantamento da sua conta em {site}',
      text: 'Em {time} (UTC), foi removido da sua conta um endereço de levantamento guardado: {address}',
    },
    'address-default': {
      subject: 'O endereço de levantamento predefinido da sua conta em {site} foi alterado',
      text: 'Em {time} (UTC), este endereço de levantamento passou a ser o predefinido da sua conta: {address}',
    },
  },
  emailChanged: {
    subject: 'O endereço de e-mail da sua conta em {site} foi alterado',
    text: 'O endereço de e-mail da sua conta foi alterado em {time} (UTC). Os e-mails sobre a sua conta deixam de chegar a este endereço e a sessão foi terminada em todos os outros dispositivos.',
    notYou:
      'Se não fez esta alteração, contacte já o operador de {site}. Se ainda conseguir iniciar sessão, defina antes uma nova palavra-passe.',
  },
  addressTaken: {
    subject: 'Alguém tentou usar o seu endereço de e-mail em {site}',
    text: 'Um utilizador de {site} pediu para usar este endereço de e-mail noutra conta. O endereço pertence à sua, por isso nada foi alterado e ninguém ficou a saber que tem uma conta.',
    advice:
      'Se o pedido foi seu, escolha outro endereço para essa conta. Se não foi, não precisa de fazer nada.',
  },
  lock: 'Para proteger os seus fundos, os levantamentos e as transferências ficam bloqueados durante 24 horas.',
  digest: {
    subject: '{site}: as suas notificações por ler ({count})',
    intro: 'Isto chegou desde o seu último resumo e ainda não foi lido:',
    demo: 'Fundos demo, contratos liquidados: {count}, resultado {amount}',
    real: 'Fundos reais, contratos liquidados: {count}, resultado {amount}',
    cancelled: 'Contratos cancelados, montantes devolvidos: {count}',
    reached: 'Preços atingidos: {list}',
    funds: 'Depósitos, levantamentos e transferências: {count}',
    other: 'Outras: {count}',
    where: 'Encontra tudo em {origin}, no sino.',
    settings:
      'Recebe este e-mail uma vez por dia porque o resumo diário está ativado nas suas definições em {site}.',
    unsubscribe: 'Cancelar subscrição',
    page: {
      title: 'Resumo diário',
      question: 'Não quer receber mais resumos diários por e-mail?',
      button: 'Cancelar subscrição',
      done: 'Feito. Não receberá mais resumos diários. Pode voltar a ativá-los nas suas definições.',
      unknown: 'Esta ligação não é válida. Nas suas definições escolhe os e-mails que recebe.',
    },
  },
  announcement: {
    newsletter: {
      settings: 'Recebe este e-mail porque o boletim está ativado nas suas definições em {site}.',
      title: 'Boletim',
      question: 'Não quer receber mais boletins por e-mail?',
      done: 'Feito. Não receberá mais boletins. Pode voltar a ativá-los nas suas definições.',
    },
    marketing: {
      settings: 'Recebe este e-mail porque as ofertas estão ativadas nas suas definições em {site}.',
      title: 'Ofertas',
      question: 'Não quer receber mais ofertas por e-mail?',
      done: 'Feito. Não receberá mais ofertas. Pode voltar a ativá-las nas suas definições.',
    },
  },
  sender: 'Enviado por {site}, {origin}',
  testMode: 'Modo de teste, sem dinheiro real',
}
