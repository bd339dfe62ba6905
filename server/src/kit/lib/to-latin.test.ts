import assert from "node:assert/strict";
import { test } from "node:test";
import { indicToLatin } from "./to-latin.ts";

test("each script in the letters that people use for it", () => {
  const table: readonly (readonly [string, string])[] = [
    ["आशा राव", "Asha Rav"],
    ["उमा महेश्वरी", "Uma Maheshvari"],
    ["फ़ातिमा गढ़वाल", "Fatima Garhaval"],
    ["कृष्ण मिश्र, आनन्द भट्ट", "Krishna Mishra, Anand Bhatt"],
    ["डॉ. आर. के. सिंह", "Dr R. K. Singh"],
    ["রবীন্দ্রনাথ ঠাকুর ১২", "Rabindranath Thakur 12"],
    ["உமா மகேஸ்வரி முருகன்", "Uma Mahesvari Murugan"],
    ["వెంకటేశ్వర్లు", "Venkateshvarlu"],
    ["રમેશ પટેલ", "Ramesh Patel"],
    ["ಕೃಷ್ಣ ೧೨", "Krishna 12"],
    ["കൃഷ്ണൻ നായർ ഗോപാൽ", "Krishnan Nayar Gopal"],
    ["ਗਿੱਲ ਸਿੰਘ", "Gill Singh"],
    ["ଜଗନ୍ନାଥ ପ୍ରଧାନ", "Jagannath Pradhan"],
    ["M/s राम & Sons", "M/s Ram & Sons"],
    ["José ## \\ <a>", "José ## \\ <a>"],
  ];
  for (const [given, latin] of table) assert.equal(indicToLatin(given), latin, given);
});

test("a letter in one character or in two reads alike", () => {
  for (const word of ["क़ासिम", "ৰায়", "ਸ਼ਰਮਾ", "ଗଡ଼", "কো"]) {
    assert.equal(indicToLatin(word.normalize("NFD")), indicToLatin(word), word);
    assert.match(indicToLatin(word), /^[A-Za-z]+$/, word);
  }
});
