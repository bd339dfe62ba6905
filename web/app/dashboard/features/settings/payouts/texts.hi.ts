import type { Translation } from "#dashboard/texts/catalogue.ts";
import type english from "./texts.en.ts";

export default {
  title: "पेआउट सेटिंग",
  lead: "जो इस मर्चेंट के सभी पेआउट पर लागू है।",
  payouts: "पेआउट",
  payoutsOn: "पेआउट चालू हैं",
  payoutsOnHint:
    "बंद होने पर कुछ नहीं भेजा जाता और नए पेआउट अस्वीकार होते हैं। लाइव पेआउट दोबारा केवल आपके अकाउंट मैनेजर चालू कर सकते हैं।",
  queuing: "जब पैसा कम पड़े",
  queuingOn: "पैसा आने तक पेआउट क़तार में रखें",
  queuingOnHint: "बंद: जिस पेआउट के लिए बैलेंस कम हो वह तुरंत विफल होता है।",
  queuingHours: "अधिकतम समय (घंटे)",
  queuingHoursHint: "1 घंटे से 10 दिन (240 घंटे) तक; आम तौर पर 96 घंटे। जो पहले से रुके हैं उनका समय वही रहता है।",
  beneficiaries: "लाभार्थी",
  accountOnce: "एक बैंक खाता एक ही लाभार्थी का",
  accountOnceHint: "उसी खाता संख्या और IFSC वाला दूसरा लाभार्थी अस्वीकार होता है।",
  waiting: "नए लाभार्थी को इतने मिनट बाद भुगतान",
  waitingHint: "0: तुरंत। अधिकतम 1,440, यानी एक दिन।",
  phone: "फ़ोन नंबर पर पेआउट",
  checkName: "बैंक का नाम लाभार्थी के नाम से मिले तभी भुगतान करें",
  checkNameHint: "केवल सीधा या अच्छा आंशिक मिलान होने पर भुगतान होता है।",
  wait: "API के जवाब",
  waitAbout:
    "सिंक्रोनस ट्रांसफ़र “pending” जवाब देने से पहले बैंक की {seconds|# सेकंड|# सेकंड} तक प्रतीक्षा करता है। इसे ऑपरेटर बदलता है।",
  save: "सहेजें",
  saved: "सहेजा गया",
} as const satisfies Translation<typeof english>;
