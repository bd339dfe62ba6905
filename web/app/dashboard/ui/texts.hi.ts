import type { Translation } from "../texts/catalogue.ts";
import type english from "./texts.en.ts";

export default {
  close: "बंद करें",
  cancel: "रद्द करें",
  dismiss: "हटाएँ",
  news: "सूचनाएँ",
  loading: "लोड हो रहा है…",
  copied: "कॉपी हो गया",
  copyDetails: "विवरण कॉपी करें",
  requestId: "अनुरोध आईडी:",
  tryAgain: "फिर कोशिश करें",
  errorServer: "हमारी ओर से कुछ गड़बड़ हुई।",
  errorNoAnswer: "सर्वर से संपर्क नहीं हो पा रहा है।",
  errorUnknown: "कोई उत्तर नहीं आया, इसलिए अभी पता नहीं कि यह हुआ या नहीं। दोबारा करने से पहले देख लें।",
  errorScreen: "यह हिस्सा दिखाया नहीं जा सका।",
  screenDidNotLoad: "यह स्क्रीन लोड नहीं हुई",
  screenBroke: "यह स्क्रीन दिखाई नहीं जा सकी",
  notAnAmount: "1,25,000.50 या 1.25 lakh जैसी राशि लिखें।",
  faults: "{count|# बात सुधारनी है|# बातें सुधारनी हैं}",
} satisfies Translation<typeof english>;
