import type { Translation } from "#dashboard/texts/catalogue.ts";
import type english from "./texts.en.ts";

export default {
  unknown_debit: "अज्ञात डेबिट",
  unknown_credit: "अज्ञात जमा",
  amount_differs: "राशि अलग है",
  double_debit: "दो बार डेबिट",
  ambiguous: "कई भुगतान मेल खाते हैं",
  bank_charge: "बैंक शुल्क",
  awaits_reversal: "वापसी की प्रतीक्षा",
  return_without_payment: "बिना भुगतान की वापसी",
  top_up_contradiction: "टॉप-अप में विरोध",
  statement_wrong: "विवरण गलत",
  statement_changed: "विवरण बदला",
  statement_unreadable: "विवरण पढ़ा नहीं गया",
  entry_left_out: "प्रविष्टि छोड़ी गई",
  other_account: "दूसरा खाता छोड़ा गया",
  opening_differs: "आरंभिक शेष अलग है",
  missing_day: "विवरण नहीं है",
  line_vanished: "पंक्ति गायब",
  evidence_withdrawn: "प्रमाण वापस लिया गया",
  contradiction: "बैंक के उत्तरों में विरोध",
  stray_news: "अज्ञात संदर्भ",
  file_refused: "फ़ाइल अस्वीकार",
} as const satisfies Translation<typeof english>;
