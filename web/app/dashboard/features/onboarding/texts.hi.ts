import type { Translation } from "#dashboard/texts/catalogue.ts";
import type english from "./texts.en.ts";

export default {
  title: "शुरुआत करें",
  lead: "छह काम, जिनसे पता चलता है कि यहाँ भुगतान कैसे होता है। हर एक में एक मिनट लगता है और वह अपने आप पूरा दिखता है।",
  progress: "आपकी प्रगति",
  allDone: "आपने देख लिया कि यह कैसे काम करता है। बाकी दस्तावेज़ों में है।",
  done: "पूरा",
  open: "बाकी",
  paid: "एक भुगतान भेजें",
  paidLead: "वॉलेट में नकली रकम है। ₹100 भेजें और उसे पहुँचते देखें।",
  paidGo: "भुगतान भेजें",
  failed: "एक भुगतान जानबूझकर विफल करें",
  failedLead: "ऐसे खाते में भेजें जिसे नकली बैंक लौटा देता है, और देखें कि पैसे कहाँ हैं।",
  failedGo: "नतीजा चुनें",
  webhook: "एक वेबहुक पाएँ",
  webhookLead: "एक पता जोड़ें और देखें कि उस पर क्या भेजा गया।",
  webhookGo: "वेबहुक जोड़ें",
  called: "API को कॉल करें",
  calledLead: "एक कुंजी बनाएँ, फिर क्विकस्टार्ट का पहला कॉल चलाएँ।",
  calledGo: "कुंजी बनाएँ",
  approved: "किसी और से स्वीकृत कराएँ",
  approvedLead: "एक स्वीकृतिकर्ता को बुलाएँ। अपनी माँगी हुई चीज़ कोई ख़ुद स्वीकृत नहीं करता।",
  approvedGo: "स्वीकृतिकर्ता बुलाएँ",
  second_factor: "अपना लॉग इन सुरक्षित करें",
  second_factorLead: "पासकी या ऑथेंटिकेटर ऐप। यह पैसों की भी रक्षा करता है।",
  second_factorGo: "चालू करें",
} as const satisfies Translation<typeof english>;
