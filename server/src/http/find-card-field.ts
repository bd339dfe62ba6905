/** Words of a card, without capitals and separators: by whatever name a client knows its number, token or proof. */
const CARD_WORDS: ReadonlySet<string> = new Set([
  ...["card", "cardno", "cardnum", "cardnumber", "cardpan", "pan", "maskedcard", "maskedcardnumber"],
  ...["creditcard", "creditcardnumber", "debitcard", "debitcardnumber", "carddetails", "cardexpiry", "cvv"],
  ...["token", "cardtoken", "networktoken", "tokenexpiry", "tokenpansequencenumber", "cryptogram"],
  ...["cardcryptogram", "cardtype", "cardnetwork", "cardnetworktype", "networktype"],
]);

/**
 * The first field that holds something of a card and is none of those a call takes; undefined: there is none. What is
 * empty says nothing. Without it a payee would be taken, and its card forgotten.
 */
export function findCardField(
  fields: Readonly<Record<string, unknown>>,
  taken: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.entries(fields).find(
    ([name, value]) =>
      !Object.hasOwn(taken, name) &&
      CARD_WORDS.has(name.replaceAll(/[^a-z]/gi, "").toLowerCase()) &&
      value !== null &&
      value !== "" &&
      value !== "undefined",
  )?.[0];
}
