import assert from "node:assert/strict";
import { test } from "node:test";
import { compareNames } from "./verification.ts";
import { isPayable } from "@vitaran/name-match";

const isSame = (one: string, other: string): boolean => {
  const match = compareNames(one, other);
  return match !== null && isPayable(match.outcome);
};

const SAME = {
  Devanagari: [
    ["आशा राव", "RAO ASHA"],
    ["ज़ाकिर हुसैन", "ZAKIR HUSSAIN"],
    ["राजेन्द्र सिंह", "RAJINDER SINGH"],
    ["ज्ञानेश्वर पाटील", "DNYANESHWAR PATIL"],
    ["डॉ. आर. के. शर्मा", "R K SHARMA"],
    ["लक्ष्मी गुप्ता", "LAXMI GUPTA"],
    ["रवि Kumar", "RAVI KUMAR"],
    ["श्रीमती कमला देवी", "KAMLA DEVI"],
    ["मो. इमरान", "MOHD IMRAN"],
  ],
  Bengali: [
    ["উমা মহেশ্বরী", "UMA MAHESHWARI"],
    ["সৌরভ চক্রবর্তী", "SOURAV CHAKRABORTY"],
    ["সুব্রত মুখার্জি", "SUBRATA MUKHERJEE"],
  ],
  Tamil: [
    ["உமா மகேஸ்வரி", "UMA MAHESHWARI"],
    ["கோபால் சுப்பிரமணியன்", "GOPAL SUBRAMANIAN"],
    ["பாலாஜி", "BALAJI"],
    ["காந்திமதி", "GANDHIMATHI"],
  ],
  Telugu: [
    ["ఆశా రావు", "ASHA RAO"],
    ["వెంకటేశ్వర్లు రెడ్డి", "VENKATESWARLU REDDY"],
  ],
  Gujarati: [
    ["ઉમા પટેલ", "UMA PATEL"],
    ["રમેશભાઈ પટેલ", "RAMESH PATEL"],
  ],
  Kannada: [["ಕೃಷ್ಣ ಗೌಡ", "KRISHNA GOWDA"]],
  Malayalam: [
    ["കൃഷ്ണൻ നായർ", "KRISHNAN NAIR"],
    ["ഉമാ മഹേശ്വരി", "UMA MAHESWARI"],
  ],
  Gurmukhi: [
    ["ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "GURPREET SINGH"],
    ["ਸੁਖਵਿੰਦਰ ਗਿੱਲ", "SUKHWINDER GILL"],
  ],
  Odia: [
    ["ଜଗନ୍ନାଥ ପ୍ରଧାନ", "JAGANNATH PRADHAN"],
    ["ଉମା ମହେଶ୍ୱରୀ", "UMA MAHESHWARI"],
  ],
  "two scripts": [["आशा राव", "ఆశా రావు"]],
  "Latin with accents": [["José D’Souza", "JOSE DSOUZA"]],
} as const satisfies Record<string, readonly (readonly [string, string])[]>;

for (const [script, pairs] of Object.entries(SAME)) {
  test(`${script}: a name is the same one in either script, whichever side has it`, () => {
    for (const [one, other] of pairs) {
      assert.ok(isSame(one, other), `${one} | ${other}`);
      assert.ok(isSame(other, one), `${other} | ${one}`);
    }
  });
}

test("another name stays another one in every script", () => {
  const others = [
    ["उमा महेश्वरी", "RAO ASHA"],
    ["सुनील शर्मा", "SUNITA SHARMA"],
    ["अर्जुन राव", "ARUN RAO"],
    ["முருகன்", "ARUMUGAM"],
    ["உமா மகேஸ்வரி", "RAO ASHA"],
    ["ਹਰਜੀਤ ਕੌਰ", "MANJIT KAUR"],
    ["রবি রায়", "KABIR ROY"],
  ] as const;
  for (const [one, other] of others) {
    assert.equal(isSame(one, other), false, `${one} | ${other}`);
    assert.equal(isSame(other, one), false, `${other} | ${one}`);
  }
});

test("what cannot be read is not called another name", () => {
  for (const unread of ["عائشہ", "王芳", "Анна", "Ravi 王", "🙂", "12345", ".", ""]) {
    assert.equal(compareNames(unread, "RAVI SHARMA"), null, unread);
    assert.equal(compareNames("Ravi Sharma", unread), null, unread);
  }
  assert.equal(compareNames("عائشہ", "عائشہ")?.outcome, "direct_match");
});
