/** Names that clients give a card's number, token or proof, without capitals and separators. */
const CARD_WORDS: ReadonlySet<string> = new Set([
  ...["card", "cardno", "cardnum", "cardnumber", "cardpan", "pan", "maskedcard", "maskedcardnumber"],
  ...["creditcard", "creditcardnumber", "debitcard", "debitcardnumber", "carddetails", "cardexpiry", "cvv"],
  ...["token", "cardtoken", "networktoken", "tokenexpiry", "tokenpansequencenumber", "cryptogram"],
  ...["cardcryptogram", "cardtype", "cardnetwork", "cardnetworktype", "networktype"],
]);

/** The parts of a published schema that say which fields there are. */
export interface FieldsSchema {
  readonly properties?: Readonly<Record<string, FieldsSchema>>;
  readonly items?: FieldsSchema;
}

/** An income tax number (PAN), which many payees have, is not a card number. */
const TAX_NUMBER = /^[a-z]{5}\d{4}[a-z]$/i;

/**
 * Returns the path of the first field that has something of a card and is not in the schema
 * (`beneDetails.cardNumber`); undefined: there is none. Empty values do not count. Otherwise a payee would be
 * accepted or paid, and the card that came with it ignored.
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
