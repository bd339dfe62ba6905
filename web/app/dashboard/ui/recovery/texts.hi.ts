import type { Translation } from "#dashboard/texts/catalogue.ts";
import type english from "./texts.en.ts";

export default {
  heldTitle: "बहाली के बाद रोके गए: {banks}",
  heldWhy:
    "डेटाबेस {time} की स्थिति में बहाल किया गया। उसके बाद बैंक ने ऐसे भुगतान किए हो सकते हैं जो यहाँ अब ज्ञात नहीं, इसलिए उसके विवरण आने तक उसे कुछ नहीं भेजा जाता।",
  heldMeanwhile: "तब तक भुगतान आपके दूसरे बैंकों से जाते हैं, या प्रतीक्षा करते हैं। विवरण आने पर यह अपने-आप समाप्त होता है:",
  heldStatements: "देखें कौन-से नहीं आए",
  heldEnd: "यदि कोई बैंक विवरण नहीं देता, तो ऑपरेटर से {command} द्वारा रोक हटाने को कहें।",
} as const satisfies Translation<typeof english>;
