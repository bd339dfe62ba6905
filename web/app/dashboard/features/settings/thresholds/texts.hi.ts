import type { Translation } from "#dashboard/texts/catalogue.ts";
import type english from "./texts.en.ts";

export default {
  title: "सीमा तय करें",
  lead: "किस बैलेंस से फंड स्रोत को कम माना जाए, और क्या इसकी सूचना दी जाए।",
  source: "फंड स्रोत",
  available: "अभी उपलब्ध: {amount}",
  minimum: "न्यूनतम बैलेंस",
  notify: "बैलेंस सीमा से नीचे जाने पर सूचित करें",
  notifyHint: "कम बैलेंस के प्राप्तकर्ताओं को ई-मेल से, और LOW_BALANCE_ALERT वेबहुक से।",
  confirm: "पुष्टि करें",
  saved: "सीमा तय हो गई",
  all: "सभी फंड स्रोत",
  balance: "उपलब्ध",
  told: "सूचना",
  yes: "हाँ",
  no: "नहीं",
  below: "सीमा से नीचे",
  recipients: "ई-मेल किसे जाता है",
} as const satisfies Translation<typeof english>;
