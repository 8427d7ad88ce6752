import type { MailWords } from './mail-texts.ts'

export const arAR: MailWords = {
  hello: 'مرحبًا {name}،',
  login: {
    subject: 'رمز تسجيل الدخول إلى {site}',
    text: 'أدخل هذا الرمز لتسجيل الدخول:',
  },
  reset: {
    subject: 'رمز تعيين كلمة مرور جديدة في {site}',
    text: 'أدخل هذا الرمز لاختيار كلمة مرور جديدة:',
  },
  codeRule: 'يُستخدم الرمز مرة واحدة، خلال {minutes} دقائق، وفي المتصفح الذي طلبته منه فقط.',
  codeNotAsked: 'إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة. لا تعطِ الرمز لأحد: لن يطلبه منك أي شخص من {site}.',
  passwordChanged: {
    subject: 'تم تغيير كلمة مرورك في {site}',
    text: 'تم تغيير كلمة مرور حسابك في {time} (UTC)، وتم تسجيل الخروج من جميع الأجهزة.',
    textOthers: 'تم تغيير كلمة مرور حسابك في {time} (UTC)، وتم تسجيل الخروج من جميع الأجهزة الأخرى.',
    lock: 'لحماية أموالك، السحب موقوف لمدة 24 ساعة.',
    notYou:
      'إذا لم تكن أنت من فعل ذلك، فعيّن كلمة مرور جديدة فورًا عبر «نسيت كلمة المرور؟» وتواصل مع خدمة العملاء.',
  },
  money: {
    subjects: {
      'deposit-completed': 'تمت إضافة إيداعك إلى رصيدك',
      'deposit-rejected': 'تم رفض إيداعك',
      'withdrawal-completed': 'تم دفع مبلغ السحب',
      'withdrawal-rejected': 'تم رفض طلب السحب',
      'withdrawal-failed': 'فشل السحب',
      'withdrawal-returned': 'أُعيد مبلغ السحب',
    },
    amountIs: 'المبلغ: {amount}',
    remarkIs: 'ملاحظة: {remark}',
    where: 'تجد التفاصيل في حسابك على {site} ضمن «الحركات».',
    settings: 'وصلتك هذه الرسالة لأن رسائل البريد مفعّلة في إعداداتك على {site}.',
  },
  sender: 'أرسلها {site}، {origin}',
  testMode: 'وضع الاختبار، بلا أموال حقيقية',
}
