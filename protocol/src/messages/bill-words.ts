import type { BillName, BillState } from '../bill-endpoints.ts'
import type { Locale } from './locales.ts'

type Column =
  | 'type'
  | 'amount'
  | 'status'
  | 'created'
  | 'completed'
  | 'method'
  | 'symbol'
  | 'remark'
  | 'reference'

/** What stands in a file of bills: headings and the words of its cells. */
export interface BillWords {
  column: Record<Column, string>
  bank: string
  type: Record<BillName, string>
  status: Record<BillState, string>
}

const WORDS: Record<Locale, BillWords> = {
  'en-US': {
    column: {
      type: 'Type',
      amount: 'Amount (USDT)',
      status: 'Status',
      created: 'Time (UTC)',
      completed: 'Completed (UTC)',
      method: 'Method',
      symbol: 'Pair',
      remark: 'Remark',
      reference: 'Payment reference',
    },
    bank: 'Bank',
    type: {
      deposit: 'Deposit',
      withdraw: 'Withdraw',
      profit: 'Contract profit',
      loss: 'Contract loss',
      lossReturned: 'Contract loss returned',
      fee: 'Fee',
      transfer: 'Transfer',
      adjustment: 'Correction',
    },
    status: {
      pending: 'Pending',
      processing: 'Processing',
      completed: 'Completed',
      rejected: 'Rejected',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
  },
  'es-ES': {
    column: {
      type: 'Tipo',
      amount: 'Importe (USDT)',
      status: 'Estado',
      created: 'Hora (UTC)',
      completed: 'Completado (UTC)',
      method: 'Método',
      symbol: 'Par',
      remark: 'Observación',
      reference: 'Referencia del pago',
    },
    bank: 'Banco',
    type: {
      deposit: 'Depósito',
      withdraw: 'Retirada',
      profit: 'Ganancia de contrato',
      loss: 'Pérdida de contrato',
      lossReturned: 'Pérdida de contrato devuelta',
      fee: 'Comisión',
      transfer: 'Transferencia',
      adjustment: 'Ajuste de saldo',
    },
    status: {
      pending: 'Pendiente',
      processing: 'En curso',
      completed: 'Completado',
      rejected: 'Rechazado',
      failed: 'Fallido',
      cancelled: 'Cancelado',
    },
  },
  'pt-PT': {
    column: {
      type: 'Tipo',
      amount: 'Montante (USDT)',
      status: 'Estado',
      created: 'Hora (UTC)',
      completed: 'Concluído (UTC)',
      method: 'Método',
      symbol: 'Par',
      remark: 'Observação',
      reference: 'Referência do pagamento',
    },
    bank: 'Banco',
    type: {
      deposit: 'Depósito',
      withdraw: 'Levantamento',
      profit: 'Lucro de contrato',
      loss: 'Perda de contrato',
      lossReturned: 'Perda de contrato devolvida',
      fee: 'Comissão',
      transfer: 'Transferência',
      adjustment: 'Correção de saldo',
    },
    status: {
      pending: 'Pendente',
      processing: 'Em curso',
      completed: 'Concluído',
      rejected: 'Recusado',
      failed: 'Falhado',
      cancelled: 'Cancelado',
    },
  },
  'ar-AR': {
    column: {
      type: 'النوع',
      amount: 'المبلغ (USDT)',
      status: 'الحالة',
      created: 'الوقت (UTC)',
      completed: 'وقت الاكتمال (UTC)',
      method: 'الطريقة',
      symbol: 'الزوج',
      remark: 'ملاحظة',
      reference: 'مرجع الدفع',
    },
    bank: 'بنك',
    type: {
      deposit: 'إيداع',
      withdraw: 'سحب',
      profit: 'ربح عقد',
      loss: 'خسارة عقد',
      lossReturned: 'خسارة عقد مُعادة',
      fee: 'رسوم',
      transfer: 'تحويل',
      adjustment: 'تصحيح الرصيد',
    },
    status: {
      pending: 'قيد الانتظار',
      processing: 'قيد المعالجة',
      completed: 'مكتمل',
      rejected: 'مرفوض',
      failed: 'لم يتم',
      cancelled: 'ملغى',
    },
  },
  'de-DE': {
    column: {
      type: 'Art',
      amount: 'Betrag (USDT)',
      status: 'Status',
      created: 'Zeit (UTC)',
      completed: 'Abgeschlossen (UTC)',
      method: 'Zahlungsart',
      symbol: 'Paar',
      remark: 'Bemerkung',
      reference: 'Zahlungsreferenz',
    },
    bank: 'Bank',
    type: {
      deposit: 'Einzahlung',
      withdraw: 'Auszahlung',
      profit: 'Gewinn aus Kontrakt',
      loss: 'Verlust aus Kontrakt',
      lossReturned: 'Zurückgegebener Verlust aus Kontrakt',
      fee: 'Gebühr',
      transfer: 'Überweisung',
      adjustment: 'Korrektur',
    },
    status: {
      pending: 'Ausstehend',
      processing: 'In Bearbeitung',
      completed: 'Abgeschlossen',
      rejected: 'Abgelehnt',
      failed: 'Fehlgeschlagen',
      cancelled: 'Abgebrochen',
    },
  },
  'ru-RU': {
    column: {
      type: 'Тип',
      amount: 'Сумма (USDT)',
      status: 'Статус',
      created: 'Время (UTC)',
      completed: 'Завершено (UTC)',
      method: 'Способ',
      symbol: 'Пара',
      remark: 'Примечание',
      reference: 'Номер платежа',
    },
    bank: 'Банк',
    type: {
      deposit: 'Пополнение',
      withdraw: 'Вывод',
      profit: 'Прибыль по контракту',
      loss: 'Убыток по контракту',
      lossReturned: 'Возврат убытка по контракту',
      fee: 'Комиссия',
      transfer: 'Перевод',
      adjustment: 'Корректировка',
    },
    status: {
      pending: 'Ожидает',
      processing: 'В обработке',
      completed: 'Завершено',
      rejected: 'Отклонено',
      failed: 'Не выполнено',
      cancelled: 'Отменено',
    },
  },
  'fr-FR': {
    column: {
      type: 'Type',
      amount: 'Montant (USDT)',
      status: 'Statut',
      created: 'Heure (UTC)',
      completed: 'Terminé (UTC)',
      method: 'Moyen',
      symbol: 'Paire',
      remark: 'Remarque',
      reference: 'Référence du paiement',
    },
    bank: 'Banque',
    type: {
      deposit: 'Dépôt',
      withdraw: 'Retrait',
      profit: 'Gain de contrat',
      loss: 'Perte de contrat',
      lossReturned: 'Perte de contrat rendue',
      fee: 'Frais',
      transfer: 'Transfert',
      adjustment: 'Rectification de solde',
    },
    status: {
      pending: 'En attente',
      processing: 'En cours',
      completed: 'Terminé',
      rejected: 'Refusé',
      failed: 'Échoué',
      cancelled: 'Annulé',
    },
  },
  'hi-IN': {
    column: {
      type: 'प्रकार',
      amount: 'राशि (USDT)',
      status: 'स्थिति',
      created: 'समय (UTC)',
      completed: 'पूरा होने का समय (UTC)',
      method: 'तरीका',
      symbol: 'जोड़ी',
      remark: 'टिप्पणी',
      reference: 'भुगतान संदर्भ',
    },
    bank: 'बैंक',
    type: {
      deposit: 'जमा',
      withdraw: 'निकासी',
      profit: 'कॉन्ट्रैक्ट से लाभ',
      loss: 'कॉन्ट्रैक्ट से हानि',
      lossReturned: 'कॉन्ट्रैक्ट की हानि वापस',
      fee: 'शुल्क',
      transfer: 'ट्रांसफ़र',
      adjustment: 'बैलेंस सुधार',
    },
    status: {
      pending: 'लंबित',
      processing: 'प्रक्रिया में',
      completed: 'पूरा',
      rejected: 'अस्वीकृत',
      failed: 'विफल',
      cancelled: 'रद्द',
    },
  },
}

export function billWordsFor(locale: Locale): BillWords {
  return WORDS[locale]
}

/** How money came or went: networks bear their own names in every language. */
export function methodWord(method: string, words: BillWords): string {
  const known: Record<string, string> = { bank: words.bank, eth: 'Ethereum', tron: 'TRON' }
  return known[method] ?? method
}
