// Turns a text into the words of the index: without very common words, without endings, and with synonyms.

const common = new Set(
  (
    "a about after all also an and any are as at be been before but by can do does each for from had has have how i if in " +
    "into is it its may more no not of on one only or our out so than that the their then there they this to up us was we " +
    "what when where which who will with you your my me " +
    "again once own same ever every see nothing new first without while must always never then say says made take takes " +
    "them these such until both still another"
  ).split(" "),
);

/** Long endings come first. At least four letters of the word must remain. */
const endings = ["ations", "ation", "ings", "ing", "ies", "ency", "ent", "ed", "es", "s", "e", "y"];

function stem(word: string): string {
  // Codes, numbers and short words stay as they are.
  if (word.length < 5 || /[\d_]/.test(word) || word.endsWith("ss")) return word;
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= 4);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** "Log in" and "sign in" are one word here, because "in" alone is too common to count. */
const joined = /\b(?:log(?:ging|ged)?|sign(?:ing|ed)?)[ -]?in\b|\blog-?on\b/g;

/** Returns the words of a text as they are in the index, in order. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(joined, "login")
    .split(/[^\p{L}\d_]+/u)
    .filter((word) => word !== "" && !common.has(word))
    .map(stem);
}

/** Readers use the words of one group for the same thing. */
const groups = [
  "pricing price fee charge cost",
  "gst tax",
  "timing hours time window cutoff",
  "licence license rbi regulation",
  "idempotent idempotency duplicate retry repeat",
  "refund reversal return reversed",
  "webhook callback notification",
  "upload file csv excel spreadsheet xlsx",
  "signup register",
  "delete remove",
  "recharge topup deposit",
  "maker checker approver approval",
  "ip whitelist allowlist",
  "limit maximum max",
  "failed failure error reason",
  "vpa upi",
  "link flowgram cashgram",
  "token authentication authorize key credential",
  "installation install docker deploy host",
  "validate verify verification",
  "low threshold",
  "statement ledger",
  "outage downtime incident",
  "lending loan",
  "phone mobile",
  "login session logout",
  "postgres postgresql database",
  "kubernetes helm k8s",
  "2fa mfa factor",
  "role permission right",
  "payee beneficiary",
  "salary batch",
  "cancel stop",
].map((group) => wordsOf(group));

/** Returns the synonyms of a word, without the word itself. */
export function synonymsOf(word: string): string[] {
  return groups
    .filter((group) => group.includes(word))
    .flatMap((group) => group.filter((one) => one !== word));
}
