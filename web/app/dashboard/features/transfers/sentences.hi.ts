// The server's sentences about a transfer in Hindi, with the same codes and values as the English ones.
import { reasonSentences } from "#dashboard/ui/reasons.hi.ts";
import texts from "./texts.hi.ts";
import type { SentenceCode } from "./use-say.ts";

const sentences: Readonly<Record<SentenceCode, string>> = {
  ...reasonSentences,
  where_awaiting_approval: "पैसा अभी आपके पास है। स्वीकृति से पहले कुछ नहीं रोका जाता।",
  where_held_for_approval: "{total} {source} में स्वीकृति या अस्वीकृति तक अलग रखे रहेंगे।",
  where_scheduled: "पैसा अभी आपके पास है। समय आने से पहले कुछ नहीं रोका जाता।",
  where_queued_for_funds: "पैसा अभी आपके पास है: {source} में अभी {total} नहीं है।",
  where_queued_for_window: "{total} आपके {source} में रोकी गई है। {rail} अभी बंद है।",
  where_queued_for_bank: "{total} आपके {source} में रोकी गई है। ज़रूरी बैंक से अभी संपर्क नहीं हो पा रहा।",
  where_queued_for_stopped_bank:
    "{total} आपके {source} में रोकी गई है। इसके बैंक से भुगतान रुके हैं: बैंक स्टेटमेंट बहीखाते से मेल नहीं खाता।",
  where_queued_for_block:
    "{total} आपके {source} में रोकी गई है। ट्रांसफ़र का आदेश मिलने के बाद लाभार्थी को ब्लॉक किया गया।",
  where_sending: "{total} आपके {source} में रोकी गई है और बैंक को जाने ही वाली है।",
  where_with_bank: "{sentAt} से {bank} के पास। {source} से जा चुका है, पुष्टि अभी नहीं हुई।",
  where_under_review: "{sentAt} से {bank} के पास। बैंक ने 72 घंटे से नहीं बताया कि क्या हुआ।",
  where_sent_to_payee_bank: "लाभार्थी के बैंक के पास। उसने अभी जमा होने की पुष्टि नहीं की।",
  where_credited: "लाभार्थी के पास: उसके बैंक ने जमा होने की पुष्टि कर दी।",
  where_failed: "आपके पास: {total} {source} से गई ही नहीं, या उसमें लौटा दी गई।",
  where_rejected: "आपके पास: यह ट्रांसफ़र किसी बैंक तक नहीं गया।",
  where_cancelled: "आपके पास: किसी बैंक तक जाने से पहले ही रद्द हुआ।",
  where_paid_late:
    "लाभार्थी के पास: {bank} ने पहले विफल बताया। भुगतान का पता {paidAt} पर चला, तब {total} {source} से काटे गए।",
  where_reversed: "फिर आपके पास: लाभार्थी के बैंक ने लौटा दिया, और {finishedAt} से {total} {source} में है।",
  next_awaiting_approval: "{approvers} इसे {expiresAt} तक स्वीकृत कर सकते हैं। उसके बाद यह अस्वीकृत हो जाएगा।",
  next_awaiting_approval_unknown: "कोई अनुमोदक इसे {expiresAt} तक स्वीकृत कर सकता है। उसके बाद यह अस्वीकृत हो जाएगा।",
  next_scheduled: "यह {processAt} पर आगे बढ़ेगा।",
  next_queued_behind:
    "ट्रांसफ़र क्रम से भेजे जाते हैं और {first} इससे पहले है: {needs}, जो {source} में अभी नहीं है। दोनों के लिए पैसा आते ही " +
    "यह आगे बढ़ेगा। नहीं आया तो ट्रांसफ़र {failsAt} पर विफल होगा।",
  next_queued_for_funds: "पैसा आते ही यह आगे बढ़ेगा। नहीं आया तो ट्रांसफ़र {failsAt} पर विफल होगा।",
  next_queued_for_window: "{rail} {opensAt} पर खुलेगा। ट्रांसफ़र तब अपने आप जाएगा।",
  next_queued_for_bank:
    "{triesAt} पर फिर कोशिश होगी। {failsAt} तक किसी बैंक से संपर्क न हुआ तो यह विफल होगा और पैसा फिर आपका होगा।",
  next_queued_for_stopped_bank:
    "संचालक के बैंक फिर चालू करने के एक मिनट में यह भेजा जाएगा। {failsAt} तक ऐसा न हुआ तो यह विफल होगा और पैसा फिर आपका होगा।",
  next_queued_for_block:
    "ब्लॉक हटने के पाँच मिनट में यह भेजा जाएगा, जैसे जब कोई मालिक उसे पलट दे। " +
    "{failsAt} तक ब्लॉक न हटा तो यह विफल होगा और पैसा फिर आपका होगा।",
  next_sending: "कुछ सेकंड में बैंक को भुगतान का निर्देश जाएगा।",
  next_retrying: "{bank} ने इसे नहीं लिया। अगली कोशिश {triesAt} पर।",
  next_with_bank:
    "{rail} से आम तौर पर {expectedAt} तक जमा होता है। बैंक से {checkAt} पर पूछा जाएगा, और {reviewAt} तक बार-बार।",
  next_under_review: "इसे बैंक के स्टेटमेंट से हाथ से मिलाया जा रहा है।",
  next_sent_to_payee_bank: "जमा होने की पुष्टि आम तौर पर {expectedAt} तक हो जाती है।",
  next_nothing: "आगे कुछ नहीं होगा।",
  todo_nothing: "कुछ करने की ज़रूरत नहीं।",
  todo_approve: "इनमें से किसी से ट्रांसफ़र, स्वीकृति में इसे देखने को कहें।",
  todo_fund_by: "ध्यान रखें कि तब तक {source} में {total} हो।",
  todo_add_funds_first: "{first} के लिए {source} में {lacks} डालें, या {first} को रद्द करें, जो इसे रोक रहा है।",
  todo_add_funds: "{source} में {shortfall} जोड़ें, या ट्रांसफ़र रद्द करें।",
  todo_wait: "कुछ करने की ज़रूरत नहीं। आप इसे अभी भी रद्द कर सकते हैं।",
  todo_paid_late:
    "दोबारा न भेजें, नई ट्रांसफ़र आईडी से भी नहीं: पैसा लाभार्थी के पास है। स्थिति विफल ही रहेगी। " +
    "अगर यह भुगतान अब नहीं होना था तो वापस मँगाने का अनुरोध करें।",
  todo_do_not_resend: "दोबारा न भेजें: हो सकता है भुगतान हो चुका हो।",
  todo_give_utr: "लाभार्थी पूछे तो उसे UTR {utr} दें।",
  todo_keep_utr: "UTR {utr} को भुगतान के प्रमाण के रूप में रखें।",
  todo_send_again: "अगर भुगतान अब भी करना है तो नई ट्रांसफ़र आईडी से फिर भेजें।",
  ev_received_api: "API से मिला",
  ev_received_member: "{name} ने डैशबोर्ड पर बनाया",
  ev_received_batch: "बैच {name} के साथ आया",
  ev_received_link: "भुगतान लिंक {name} से आया",
  ev_received_phone: "फ़ोन नंबर पर ट्रांसफ़र से आया",
  ev_received_loan: "ऋण से आया",
  ev_rule_review: "नियम {rule} भुगतान से पहले जाँच माँगता है",
  ev_rule_block: "नियम {rule} ने इसे रोक दिया",
  ev_approval_opened: "नीति {policy} के अनुसार स्वीकृति की प्रतीक्षा में",
  ev_approval_asked: "स्वीकृति की प्रतीक्षा में: {because}",
  ev_approved_by: "{name} ने स्वीकृत किया",
  ev_rejected_by: "{name} ने अस्वीकृत किया",
  ev_approval_approved: "जिनकी सहमति चाहिए थी, सब सहमत हुए",
  ev_approval_rejected: "स्वीकृति नहीं मिली",
  ev_approval_withdrawn: "स्वीकृति का अनुरोध वापस लिया गया",
  ev_approval_expired: "समय पर स्वीकृति नहीं मिली",
  ev_waiting_schedule: "अपने समय की प्रतीक्षा में",
  ev_waiting_funds: "फ़ंड स्रोत में पैसे की प्रतीक्षा में",
  ev_waiting_window: "भुगतान प्रणाली खुलने की प्रतीक्षा में",
  ev_waiting_downtime: "किसी उपलब्ध बैंक की प्रतीक्षा में",
  ev_waiting_block: "लाभार्थी का ब्लॉक हटने की प्रतीक्षा में",
  ev_ready: "राशि रोक ली गई, भेजने के लिए तैयार",
  ev_sent: "{bank} को {rail} से भुगतान का निर्देश दिया गया",
  ev_resent: "बैंक ने नहीं लिया; फिर कोशिश होगी",
  ev_succeeded: "भुगतान हुआ",
  ev_failed: "विफल",
  ev_rejected: "अस्वीकृत",
  ev_cancelled: "रद्द: {because}",
  ev_review: "72 घंटे तक उत्तर नहीं: एक व्यक्ति इसे देख रहा है",
  ev_reversed: "पैसा लौट आया",
  ev_routed: "मार्ग चुना गया: {rail} से {bank}",
  ev_bank_paid: "{bank} कहता है कि भुगतान हो गया",
  ev_bank_settled: "योजना इसे निपटा हुआ मानती है; जमा होने की पुष्टि नहीं हुई",
  ev_bank_refused: "{bank} कहता है कि भुगतान न हुआ है, न होगा",
  ev_bank_unknown: "{bank} अभी बता नहीं सकता",
  ev_bank_unsent: "{bank} से संपर्क नहीं हुआ; कुछ भेजा नहीं गया",
  ev_bank_returned: "{bank} कहता है कि पैसा लौट आया",
  ev_contradiction: "{bank} अपनी पहले की बात से अलग कह रहा है; एक व्यक्ति इसे देख रहा है",
  ev_paid_late: "{bank} ने मना करने के बाद भी भुगतान किया; बैंक के जवाबों की जाँच एक व्यक्ति कर रहा है",
  ev_booked: "बही में दर्ज: {kind}, {amount}",
  ev_webhook_event: "वेबहुक {type} बना",
  ev_webhook_delivered: "{type} {url} तक पहुँचा",
  ev_webhook_retrying: "{url} ने {type} नहीं लिया; {triesAt} पर फिर कोशिश",
  ev_webhook_dead: "{url} के लिए {type} {tries} प्रयासों के बाद छोड़ दिया गया",
  ev_recall_requested: "वापसी का अनुरोध: {because}",
  ev_recall_with_bank: "वापसी का अनुरोध बैंक के पास है",
  ev_recall_returned: "वापसी के अनुरोध से पैसा लौट आया",
  ev_recall_refused: "वापसी का अनुरोध ठुकराया गया: {because}",
  ev_recall_withdrawn: "वापसी का अनुरोध वापस लिया गया",
  ev_recall_expired: "वापसी का अनुरोध बिना उत्तर के समाप्त हुआ",
};

/** Translates values that are the server's own English words: kinds of entries, causes, and the wallet. */
export const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(texts)
      .filter(([code]) => code.startsWith("entry_"))
      .map(([code, text]) => [code.replace("entry_", "").replaceAll("_", " "), text]),
  ),
  Wallet: texts.walletName,
  "cancelled on the dashboard": "डैशबोर्ड पर रद्द किया गया",
  "cancelled by the merchant": "व्यापारी ने रद्द किया",
  "wrong beneficiary": "ग़लत लाभार्थी",
  "wrong amount": "ग़लत राशि",
  "paid twice": "दो बार भुगतान",
  fraud: "धोखाधड़ी",
  other: "कोई और कारण",
};

export default sentences;
