import type { MailWords } from './mail-texts.ts'

export const esES: MailWords = {
  hello: 'Hola, {name}:',
  login: {
    subject: 'Su código para iniciar sesión en {site}',
    text: 'Introduzca este código para iniciar sesión:',
  },
  reset: {
    subject: 'Su código para una contraseña nueva en {site}',
    text: 'Introduzca este código para elegir una contraseña nueva:',
  },
  email: {
    subject: 'Su código para una nueva dirección de correo en {site}',
    text: 'Introduzca este código para usar esta dirección de correo con su cuenta:',
  },
  prove: {
    subject: 'Su código de confirmación para {site}',
    text: 'Introduzca este código para confirmar su correo electrónico o un cambio en su cuenta:',
  },
  codeRule: 'Sirve una sola vez, durante {minutes} minutos y solo en el navegador en el que lo pidió.',
  codeNotAsked:
    'Si no lo ha pedido, puede ignorar este correo. No comparta nunca el código: nadie de {site} se lo pedirá.',
  passwordChanged: {
    subject: 'Se ha cambiado su contraseña en {site}',
    text: 'La contraseña de su cuenta se cambió el {time} (UTC). Se ha cerrado la sesión en todos los dispositivos.',
    textOthers:
      'La contraseña de su cuenta se cambió el {time} (UTC). Se ha cerrado la sesión en todos los demás dispositivos.',
    notYou:
      'Si no ha sido usted, elija enseguida otra contraseña en «¿Ha olvidado la contraseña?» y contacte con el operador de {site}.',
  },
  money: {
    subjects: {
      'deposit-completed': 'Su depósito se ha abonado',
      'deposit-rejected': 'Su depósito ha sido rechazado',
      'withdrawal-pending': 'Su retirada ha sido solicitada',
      'withdrawal-completed': 'Su retirada se ha pagado',
      'withdrawal-rejected': 'Su retirada ha sido rechazada',
      'withdrawal-failed': 'Su retirada ha fallado',
      'withdrawal-returned': 'Su retirada ha sido devuelta',
      'withdrawal-corrected': 'Su retirada sí se había pagado',
      'transfer-sent': 'Su transferencia se ha enviado',
    },
    amountIs: 'Importe: {amount}',
    recipientIs: 'Destinatario: UID {uid}',
    remarkIs: 'Observación: {remark}',
    where: 'Encontrará los detalles en su cuenta de {site}, en Movimientos.',
    settings: 'Recibe este correo porque los correos están activados en sus ajustes de {site}.',
  },
  news: {
    'address-claimed': {
      subject: 'Ha confirmado su dirección de correo en {site}',
      text: 'El {time} (UTC) se confirmó por primera vez esta dirección de correo, en un dispositivo que la cuenta no conocía, y se estableció una contraseña nueva. Para que solo usted tenga acceso, ya no sirve nada de lo que antes permitía entrar: la contraseña anterior, los monederos vinculados y todos los demás dispositivos. También se han eliminado las direcciones de retirada guardadas.',
    },
    'two-factor-on': {
      subject: 'Se ha activado la verificación en dos pasos en {site}',
      text: 'La verificación en dos pasos de su cuenta se activó el {time} (UTC). A partir de ahora, para iniciar sesión se pide además un código de la aplicación.',
    },
    'two-factor-off': {
      subject: 'Se ha desactivado la verificación en dos pasos en {site}',
      text: 'La verificación en dos pasos de su cuenta se desactivó el {time} (UTC).',
    },
    'two-factor-blocked': {
      subject: 'Los códigos de su aplicación de autenticación en {site} ya no sirven',
      text: 'Se han introducido cien códigos incorrectos seguidos en su cuenta, el último el {time} (UTC). Los códigos de su aplicación de autenticación no servirán hasta que introduzca un código de recuperación.',
    },
    'recovery-codes': {
      subject: 'Se han generado códigos de recuperación nuevos en {site}',
      text: 'El {time} (UTC) se generaron códigos de recuperación nuevos para su cuenta. Los anteriores ya no sirven.',
    },
    'wallet-linked': {
      subject: 'Se ha vinculado un monedero a su cuenta en {site}',
      text: 'El {time} (UTC) se vinculó a su cuenta el monedero {address}. A partir de ahora se puede iniciar sesión con él.',
    },
    'wallet-unlinked': {
      subject: 'Se ha desvinculado un monedero de su cuenta en {site}',
      text: 'El {time} (UTC) se desvinculó de su cuenta el monedero {address}. Ya no se puede iniciar sesión con él.',
    },
    'self-excluded': {
      subject: 'Se ha suspendido la operativa de su cuenta en {site}',
      text: 'El {time} (UTC) se suspendió la operativa de su cuenta hasta el {until} (UTC). Hasta entonces no se aceptan contratos nuevos y el plazo no se puede acortar. Los contratos abiertos siguen su curso.',
    },
    'address-saved': {
      subject: 'Se ha guardado una dirección de retirada en su cuenta en {site}',
      text: 'El {time} (UTC) se guardó una dirección de retirada en su cuenta: {address}',
    },
    'address-removed': {
      subject: 'Se ha eliminado una dirección de retirada de su cuenta en {site}',
      text: 'El {time} (UTC) se eliminó de su cuenta una dirección de retirada guardada: {address}',
    },
    'address-default': {
      subject: 'Se ha cambiado la dirección de retirada predeterminada de su cuenta en {site}',
      text: 'El {time} (UTC) esta dirección de retirada pasó a ser la predeterminada de su cuenta: {address}',
    },
  },
  emailChanged: {
    subject: 'Se ha cambiado la dirección de correo de su cuenta en {site}',
    text: 'La dirección de correo de su cuenta se cambió el {time} (UTC). Los correos sobre su cuenta ya no llegarán a esta dirección y se ha cerrado la sesión en todos los demás dispositivos.',
    notYou:
      'Si no ha sido usted, contacte enseguida con el operador de {site}. Si todavía puede iniciar sesión, cambie antes la contraseña.',
  },
  addressTaken: {
    subject: 'Alguien ha intentado usar su dirección de correo en {site}',
    text: 'Un usuario de {site} ha pedido usar esta dirección de correo en otra cuenta. Pertenece a la suya, así que no se ha cambiado nada y nadie ha sabido que usted tiene una cuenta.',
    advice:
      'Si ha sido usted, elija otra dirección para esa cuenta. Si no ha sido usted, no tiene que hacer nada.',
  },
  lock: 'Para proteger sus fondos, las retiradas y las transferencias quedan bloqueadas 24 horas.',
  digest: {
    subject: '{site}: sus notificaciones sin leer ({count})',
    intro: 'Esto ha llegado desde su último resumen y aún no lo ha leído:',
    demo: 'Fondos demo, contratos liquidados: {count}, resultado {amount}',
    real: 'Fondos reales, contratos liquidados: {count}, resultado {amount}',
    cancelled: 'Contratos cancelados, importes devueltos: {count}',
    reached: 'Precios alcanzados: {list}',
    funds: 'Depósitos, retiradas y transferencias: {count}',
    other: 'Otras: {count}',
    where: 'Lo encontrará todo en {origin}, en la campana.',
    settings:
      'Recibe este correo una vez al día porque el resumen diario está activado en sus ajustes de {site}.',
    unsubscribe: 'Darse de baja',
    page: {
      title: 'Resumen diario',
      question: '¿No quiere recibir más resúmenes diarios por correo?',
      button: 'Darse de baja',
      done: 'Listo. No recibirá más resúmenes diarios. Puede volver a activarlos en sus ajustes.',
      unknown: 'Este enlace no es válido. En sus ajustes puede elegir qué correos recibe.',
    },
  },
  announcement: {
    newsletter: {
      settings: 'Recibe este correo porque el boletín está activado en sus ajustes de {site}.',
      title: 'Boletín',
      question: '¿No quiere recibir más boletines por correo?',
      done: 'Listo. No recibirá más boletines. Puede volver a activarlos en sus ajustes.',
    },
    marketing: {
      settings: 'Recibe este correo porque las ofertas están activadas en sus ajustes de {site}.',
      title: 'Ofertas',
      question: '¿No quiere recibir más ofertas por correo?',
      done: 'Listo. No recibirá más ofertas. Puede volver a activarlas en sus ajustes.',
    },
  },
  sender: 'Enviado por {site}, {origin}',
  testMode: 'Modo de prueba, sin dinero real',
}
