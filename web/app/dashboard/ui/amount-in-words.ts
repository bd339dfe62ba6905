// Writes amounts in words, as on Indian cheques, in English and Hindi. It computes with whole paise, so it is always
// exact.
import type { Language } from "../texts/language.ts";
import { paiseOf } from "./rupees.ts";

const small = (
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen " +
  "Eighteen Nineteen"
).split(" ");
const tens = "_ _ Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");

/** Hindi has a separate word for every number below a hundred. */
const hindi = (
  "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस " +
  "पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस " +
  "बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन " +
  "अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर " +
  "छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे " +
  "बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे"
).split(" ");

interface Words {
  /** The word between the hundreds and the rest. */
  and: string;
  below100: (count: number) => string;
  scales: readonly { size: bigint; word: string }[];
}

const words: Record<Language, Words> = {
  en: {
    and: "and ",
    below100: (count) => {
      if (count < 20) return small[count] ?? "";
      const unit = count % 10;
      return `${tens[Math.floor(count / 10)]}${unit === 0 ? "" : `-${small[unit]}`}`;
    },
    scales: [
      { size: 10_000_000n, word: "Crore" },
      { size: 100_000n, word: "Lakh" },
      { size: 1_000n, word: "Thousand" },
      { size: 100n, word: "Hundred" },
    ],
  },
  hi: {
    and: "",
    below100: (count) => hindi[count] ?? "",
    scales: [
      { size: 10_000_000n, word: "करोड़" },
      { size: 100_000n, word: "लाख" },
      { size: 1_000n, word: "हज़ार" },
      { size: 100n, word: "सौ" },
    ],
  },
};

function count(language: Language, number: bigint): string {
  const { and, below100, scales } = words[language];
  const parts: string[] = [];
  let rest = number;
  for (const { size, word } of scales) {
    // The number of crores can itself be large, as in "one thousand crore".
    if (rest >= size) parts.push(`${count(language, rest / size)} ${word}`);
    rest %= size;
  }
  const afterHundreds = number % 1_000n >= 100n ? and : "";
  if (rest > 0n || parts.length === 0) parts.push(`${afterHundreds}${below100(Number(rest))}`);
  return parts.join(" ");
}

/** Returns "Rupees One Lakh Twenty-Five Thousand Only" for "125000.00", or an empty text if it is not an amount. */
export function amountInWords(text: string, language: Language = "en"): string {
  const paise = paiseOf(text);
  if (paise === undefined) return "";
  const size = paise < 0n ? -paise : paise;
  const [rupees, part] = [size / 100n, size % 100n];
  const said = (number: bigint) => count(language, number);
  if (language === "hi") {
    const minus = paise < 0n ? "ऋण " : "";
    const paisa = part === 1n ? "पैसा" : "पैसे";
    if (rupees === 0n && part > 0n) return `${minus}${said(part)} ${paisa} मात्र`;
    const rupee = rupees === 1n ? "रुपया" : "रुपये";
    return `${minus}${said(rupees)} ${rupee}${part === 0n ? "" : ` और ${said(part)} ${paisa}`} मात्र`;
  }
  const minus = paise < 0n ? "Minus " : "";
  const paisa = part === 1n ? "Paisa" : "Paise";
  if (rupees === 0n && part > 0n) return `${minus}${said(part)} ${paisa} Only`;
  const unit = rupees === 1n ? "Rupee" : "Rupees";
  return `${minus}${unit} ${said(rupees)}${part === 0n ? "" : ` and ${said(part)} ${paisa}`} Only`;
}
