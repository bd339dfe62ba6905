import type { Translation } from "#dashboard/texts/catalogue.ts";
import type english from "./texts.en.ts";

export default {
  title: "API लॉग",
  lead: "पिछले 30 दिनों में आपकी API कुंजियों की हर कॉल। बॉडी और सीक्रेट कभी नहीं रखे जाते।",
  searchRequest: "अनुरोध ID या आपकी अपनी ID (ट्रांसफ़र, बैच …)",
  object: "किसके बारे में",
  outcome: "परिणाम",
  ok: "पूरी हुई",
  refused: "अस्वीकृत",
  failed: "हमारी ओर से विफल",
  when: "समय",
  call: "कॉल",
  took: "लगा समय",
  ms: "{ms} ms",
  client: "कुंजी",
  unknownClient: "प्रवेश नहीं मिला",
  from: "कहाँ से",
  requestId: "अनुरोध ID",
  refusal: "अस्वीकार का कारण",
  none: "अभी तक कोई कॉल नहीं",
  noneLead: "आपका सर्वर API को कॉल करते ही हर कॉल, अपने परिणाम और अनुरोध ID के साथ, यहाँ दिखेगी।",
  docs: "API को कैसे कॉल करें",
  notLogged: "इस समय की {count|# कॉल|# कॉल} लॉग नहीं हो सकीं: एक साथ बहुत ज़्यादा आईं।",
  copyId: "अनुरोध ID कॉपी करें",
} as const satisfies Translation<typeof english>;
