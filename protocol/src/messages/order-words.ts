import type { Locale } from './locales.ts'

/** What stands in a file of orders, beside what a file of bills has too: headings. */
export interface OrderWords {
  column: Record<
    | 'order'
    | 'user'
    | 'destination'
    | 'fee'
    | 'net'
    | 'credited'
    | 'approved'
    | 'ended'
    | 'reference'
    | 'transaction',
    string
  >
}

const WORDS: Record<Locale, OrderWords> = {
  'en-US': {
    column: {
      order: 'Order',
      user: 'User',
      destination: 'Destination',
      fee: 'Fee (USDT)',
      net: 'Net amount (USDT)',
      credited: 'Credited (USDT)',
      approved: 'Approved (UTC)',
      ended: 'Ended (UTC)',
      reference: 'Payout reference',
      transaction: 'Transaction',
    },
  },
  'es-ES': {
    column: {
      order: 'Solicitud',
      user: 'Usuario',
      destination: 'Destino',
      fee: 'Comisión (USDT)',
      net: 'Importe neto (USDT)',
      credited: 'Abonado (USDT)',
      approved: 'Aprobada (UTC)',
      ended: 'Finalizada (UTC)',
      reference: 'Referencia del pago',
      transaction: 'Transacción',
    },
  },
  'pt-PT': {
    column: {
      order: 'Pedido',
      user: 'Utilizador',
      destination: 'Destino',
      fee: 'Comissão (USDT)',
      net: 'Montante líquido (USDT)',
      credited: 'Creditado (USDT)',
      approved: 'Aprovado (UTC)',
      ended: 'Terminado (UTC)',
      reference: 'Referência do pagamento',
      transaction: 'Transação',
    },
  },
  'ar-AR': {
    column: {
      order: 'الطلب',
      user: 'المستخدم',
      destination: 'الوجهة',
      fee: 'الرسوم (USDT)',
      net: 'صافي المبلغ (USDT)',
      credited: 'المبلغ المُضاف (USDT)',
      approved: 'وقت الموافقة (UTC)',
      ended: 'وقت الانتهاء (UTC)',
      reference: 'مرجع الدفع',
      transaction: 'معرّف المعاملة',
    },
  },
  'de-DE': {
    column: {
      order: 'Antrag',
      user: 'Benutzer',
      destination: 'Ziel',
      fee: 'Gebühr (USDT)',
      net: 'Nettobetrag (USDT)',
      credited: 'Gutgeschrieben (USDT)',
      approved: 'Genehmigt (UTC)',
      ended: 'Beendet (UTC)',
      reference: 'Zahlungsreferenz',
      transaction: 'Transaktion',
    },
  },
  'ru-RU': {
    column: {
      order: 'Заявка',
      user: 'Пользователь',
      destination: 'Получатель',
      fee: 'Комиссия (USDT)',
      net: 'Сумма за вычетом комиссии (USDT)',
      credited: 'Зачислено (USDT)',
      approved: 'Одобрено (UTC)',
      ended: 'Закрыто (UTC)',
      reference: 'Номер платежа',
      transaction: 'Транзакция',
    },
  },
  'fr-FR': {
    column: {
      order: 'Demande',
      user: 'Utilisateur',
      destination: 'Destination',
      fee: 'Frais (USDT)',
      net: 'Montant net (USDT)',
      credited: 'Crédité (USDT)',
      approved: 'Approuvée (UTC)',
      ended: 'Terminée (UTC)',
      reference: 'Référence du paiement',
      transaction: 'Transaction',
    },
  },
  'hi-IN': {
    column: {
      order: 'अनुरोध',
      user: 'उपयोगकर्ता',
      destination: 'गंतव्य',
      fee: 'शुल्क (USDT)',
      net: 'शुद्ध राशि (USDT)',
      credited: 'जमा की गई राशि (USDT)',
      approved: 'स्वीकृति का समय (UTC)',
      ended: 'समाप्ति का समय (UTC)',
      reference: 'भुगतान संदर्भ',
      transaction: 'ट्रांज़ैक्शन',
    },
  },
}

export function orderWordsFor(locale: Locale): OrderWords {
  return WORDS[locale]
}
