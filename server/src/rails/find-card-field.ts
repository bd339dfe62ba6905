/** Words of a card, without capitals and separators: by whatever name a client knows its number, token or proof. */
const CARD_WORDS: ReadonlySet<string> = new Set([
  ...["card", "cardno", "cardnum", "cardnumber", "cardpan", "pan", "maskedcard", "maskedcardnumber"],
  ...["creditcard", "creditcardnumber", "debitcard", "debitcardnumber", "carddetails", "cardexpiry", "cvv"],
  ...["token", "cardtoken", "networktoken", "tokenexpiry", "tokenpansequencenumber", "cryptogram"],
  ...["cardcryptogram", "cardtype", "cardnetwork", "cardnetworktype", "networktype"],
]);

/** What of a published schema says which fields there are. */
export interface FieldsSchema {
  readonly properties?: Readonly<Record<string, FieldsSchema>>;
  readonly items?: FieldsSchema;
}

/** An income tax number (PAN), which many payees have, is no number of a card. */
const TAX_NUMBER = /^[a-z]{5}\d{4}[a-z]$/i;

/**
 * The path of the first field that holds something of a card and is none of those that a schema takes
 * (`beneDetails.cardNumber`); undefined: there is none. What is empty says nothing. Without it a payee would be taken
 * or paid, and the card that came with it forgotten.
 */
export function findCardField(
  fields: Readonly<Record<string, unknown>>,
  { properties = {} }: FieldsSchema,
  place = "",
): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) {
      if (isOfCard(name, value)) return `${place}${name}`;
      continue;
    }
    const values = Array.isArray(value) ? value : [value];
    for (const [at, one] of values.entries()) {
      if (typeof one !== "object" || one === null) continue;
      const [path, within] = Array.isArray(value)
        ? [`${place}${name}[${at}].`, schema.items]
        : [`${place}${name}.`, schema];
      const found = within === undefined ? undefined : findCardField(one as typeof fields, within, path);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isOfCard(name: string, value: unknown): boolean {
  if (value === null || value === "" || value === "undefined") return false;
  if (typeof value === "string" && TAX_NUMBER.test(value.trim())) return false;
  return CARD_WORDS.has(name.replaceAll(/[^a-z]/gi, "").toLowerCase());
}
