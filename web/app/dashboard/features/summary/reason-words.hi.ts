// The reasons of transfers in Hindi: their meaning, and what to do.
const words: Record<string, { meaning: string; remedy: string }> = {
  INSUFFICIENT_BALANCE: {
    meaning: "फ़ंड स्रोत में राशि और शुल्क जितना पैसा नहीं था।",
    remedy: "पैसा जोड़ें और नए transferId से फिर भेजें।",
  },
  INVALID_ACCOUNT_FAIL: {
    meaning: "बैंक इस खाता संख्या को नहीं जानता।",
    remedy: "लाभार्थी से पूछें, उसे हटाकर फिर जोड़ें।",
  },
  INVALID_IFSC_FAIL: { meaning: "यह IFSC नहीं है या किसी और में मिल गया है।", remedy: "शाखा का मौजूदा IFSC देखें।" },
  INVALID_BENE_ACCOUNT_OR_IFSC: {
    meaning: "खाता संख्या और IFSC एक-दूसरे के नहीं हैं।",
    remedy: "दोनों लाभार्थी से जाँच लें।",
  },
  INVALID_OR_NO_SUCH_ACCOUNT_TYPE: {
    meaning: "इस तरह के खाते में ऐसे पैसा नहीं डाला जा सकता।",
    remedy: "दूसरा खाता माँगें।",
  },
  ACCOUNT_BLOCKED: { meaning: "खाता बंद या फ़्रीज़ है।", remedy: "दूसरा खाता माँगें।" },
  NRE_ACCOUNT_FAIL: { meaning: "NRE खाता यह जमा नहीं ले सकता।", remedy: "निवासी खाता माँगें।" },
  BENE_NAME_DIFFERS: {
    meaning: "बैंक में खाते का नाम अलग है।",
    remedy: "नाम और खाता लाभार्थी से जाँच लें।",
  },
  BENEFICIARY_BLACKLISTED: { meaning: "लाभार्थी आपकी रोक-सूची में है।", remedy: "रोक-सूची देखें।" },
  BENEFICIARY_INVALID_MODE: {
    meaning: "इस माध्यम के लिए लाभार्थी का विवरण नहीं है।",
    remedy: "दूसरा माध्यम चुनें या विवरण जोड़ें।",
  },
  BENEFICIARY_NOT_EXIST: {
    meaning: "जिस बैंक या सेवा से भुगतान होता है, वह इस लाभार्थी को नहीं जानती।",
    remedy: "लाभार्थी से पूछें, उसे हटाकर फिर जोड़ें।",
  },
  BENE_BANK_DECLINED: {
    meaning: "लाभार्थी के बैंक ने जमा लेने से मना किया।",
    remedy: "लाभार्थी से कहें कि अपने बैंक से बात करे।",
  },
  BENEFICIARY_BANK_OFFLINE: {
    meaning: "लाभार्थी के बैंक ने उत्तर नहीं दिया।",
    remedy: "रुकावट ख़त्म होने पर फिर भेजें।",
  },
  BANK_GATEWAY_ERROR: { meaning: "साझेदार बैंक ट्रांसफ़र नहीं कर सका।", remedy: "बाद में फिर भेजें।" },
  NPCI_UNAVAILABLE: { meaning: "रेल ही उपलब्ध नहीं थी।", remedy: "बाद में भेजें या NEFT चुनें।" },
  IMPS_MODE_FAIL: { meaning: "इस खाते में IMPS से भुगतान नहीं हो सकता।", remedy: "NEFT चुनें।" },
  RTGS_MODE_FAIL: { meaning: "इस खाते में RTGS से भुगतान नहीं हो सकता।", remedy: "NEFT चुनें।" },
  INVALID_MODE_FAIL: {
    meaning: "माध्यम राशि या विवरण से मेल नहीं खाता।",
    remedy: "भुगतान के तरीकों की सीमाएँ देखें।",
  },
  DISABLED_MODE: { meaning: "यह माध्यम आपके लिए बंद है।", remedy: "दूसरा माध्यम चुनें।" },
  DEST_LIMIT_REACHED: {
    meaning: "खाता या वॉलेट अपनी सीमा पर है।",
    remedy: "कम भेजें, या किसी और खाते में।",
  },
  INVALID_AMOUNT_FAIL: { meaning: "बैंक ने राशि नहीं मानी।", remedy: "माध्यम की सीमाएँ देखें।" },
  INVALID_TRANSFER_AMOUNT: {
    meaning: "राशि अधिकतम दो दशमलव वाली रुपयों की संख्या नहीं है।",
    remedy: "राशि सुधारें।",
  },
  AMAZON_AMOUNT_EXCEED: {
    meaning: "Amazon Pay अधिकतम ₹10,000 लेता है।",
    remedy: "कम भेजें, या दूसरा माध्यम चुनें।",
  },
  SUSPECTED_TRANSFER: { meaning: "जोखिम नियमों ने इसे रोका।", remedy: "ट्रांसफ़र और सीमाएँ देखें।" },
  REINITIALIZE_TRANSFER_LATER: {
    meaning: "बैंक बाद में फिर कोशिश करने को कहता है।",
    remedy: "30 मिनट बाद फिर भेजें।",
  },
  RETURNED_FROM_BENEFICIARY: {
    meaning: "लाभार्थी के बैंक ने पैसा वापस भेज दिया।",
    remedy: "विवरण सुधारकर फिर भेजें।",
  },
  PAYOUT_INACTIVE: { meaning: "आपके भुगतान बंद हैं।", remedy: "सहायता को लिखें।" },
  CANCELLED: {
    meaning: "भेजे जाने से पहले आपने इसे रद्द किया।",
    remedy: "फिर भी भेजना हो तो नए transferId से भेजें।",
  },
  APPROVAL_REJECTED: {
    meaning: "एक अनुमोदक ने मना किया।",
    remedy: "अनुमोदक की टिप्पणी पढ़ें; नए transferId से फिर भेजें।",
  },
  APPROVAL_EXPIRED: {
    meaning: "समय पर स्वीकृति नहीं मिली।",
    remedy: "नए transferId से फिर भेजें और अनुमोदकों को बताएँ।",
  },
  FAILED: { meaning: "बैंक ने और कोई कारण नहीं बताया।", remedy: "फिर भेजें, या दूसरे माध्यम से।" },
  PAID_AFTER_FAILURE: {
    meaning: "बैंक ने विफलता बताने के बाद भुगतान कर दिया: पैसा लाभार्थी के पास है, और धन स्रोत से काटा गया है।",
    remedy: "नए transferId से दोबारा भुगतान न करें। ज़रूरत हो तो वापस मँगाने का अनुरोध करें।",
  },
  PAID_LATE_AND_RETURNED: {
    meaning: "बैंक ने विफलता बताने के बाद भुगतान किया, और पैसा लौट आया।",
    remedy: "भुगतान अब भी करना हो तो नए transferId से भेजें।",
  },
  PAID_TWICE: {
    meaning: "एक बैंक ने मना करने के बाद भुगतान कर दिया, और दूसरे बैंक ने भी।",
    remedy: "दूसरे भुगतान को वापस मँगाने का अनुरोध करें।",
  },
  ANY_OTHER_REASON: {
    meaning: "बैंक ने ऐसा कारण बताया जो इस सूची में नहीं है।",
    remedy: "referenceId के साथ सहायता को लिखें।",
  },
};

export default words;
