/**
 * The structure of a message as a table: for each type, either the rule for its text, or its elements in order. The
 * tables are our subsets of the published message definitions: every element is in its official place, but elements
 * that we neither write nor read are `Any`, and their contents are ignored.
 */

/** The text types of ISO 20022 messages: length and form, as in the published message definitions. */

interface SimpleType {
  readonly max: number;
  readonly pattern?: RegExp;
  /** Required attributes, with their form. */
  readonly attributes?: Readonly<Record<string, RegExp>>;
}

/** 18 digits, at most five of them after the point; the sign is in a separate element (CdtDbtInd). */
const AMOUNT = /^(?=[\d.]{1,19}$)\d+(?:\.\d{1,5})?$/;
const DAY = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?";
const ZONE = "(?:Z|[+-][01]\\d:[0-5]\\d)?";
const DATE = new RegExp(`^${DAY}$`);
const DATE_TIME = new RegExp(`^${DAY}T${TIME}${ZONE}$`);

const codes = (...words: string[]): SimpleType => ({
  max: 4,
  pattern: new RegExp(`^(?:${words.join("|")})$`),
});

const SIMPLE_TYPES: Readonly<Record<string, SimpleType>> = {
  ActiveOrHistoricCurrencyAndAmount: { max: 19, pattern: AMOUNT, attributes: { Ccy: /^[A-Z]{3}$/ } },
  ActiveOrHistoricCurrencyCode: { max: 3, pattern: /^[A-Z]{3}$/ },
  BICFIDec2014Identifier: { max: 11, pattern: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/ },
  ChargeBearerType1Code: codes("DEBT", "CRED", "SHAR", "SLEV"),
  CreditDebitCode: codes("CRDT", "DBIT"),
  DecimalNumber: { max: 20, pattern: /^-?\d{1,18}(?:\.\d{1,17})?$/ },
  /** Code lists that are published separately; one to four characters. */
  ExternalCode: { max: 4, pattern: /^.{1,4}$/ },
  /** The same for clearing systems: one to five characters. */
  ExternalClearingSystemIdentification1Code: { max: 5, pattern: /^.{1,5}$/ },
  IBAN2007Identifier: { max: 34, pattern: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/ },
  ISODate: { max: 16, pattern: DATE },
  ISODateTime: { max: 40, pattern: DATE_TIME },
  Max5NumericText: { max: 5, pattern: /^\d{1,5}$/ },
  Max15NumericText: { max: 15, pattern: /^\d{1,15}$/ },
  Max34Text: { max: 34 },
  Max35Text: { max: 35 },
  Max70Text: { max: 70 },
  Max105Text: { max: 105 },
  Max140Text: { max: 140 },
  Max500Text: { max: 500 },
  Number: { max: 19, pattern: /^-?\d{1,18}$/ },
  PaymentMethod3Code: codes("CHK", "TRF", "TRA"),
  Priority2Code: codes("HIGH", "NORM"),
  /** The type xs:boolean. */
  TrueFalseIndicator: { max: 5, pattern: /^(?:true|false|1|0)$/ },
  UUIDv4Identifier: {
    max: 36,
    pattern: /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
  },
};

/** Types that the messages share: parties, accounts, agents. */

export const PARTIES = {
  PartyIdentification135: "Nm?:Max140Text PstlAdr?:Any Id?:Any CtryOfRes?:Any CtctDtls?:Any",
  Party40Choice: "Pty:PartyIdentification135 | Agt:BranchAndFinancialInstitutionIdentification6",
  CashAccount38:
    "Id:AccountIdentification4Choice Tp?:Any Ccy?:ActiveOrHistoricCurrencyCode Nm?:Max70Text Prxy?:Any",
  AccountIdentification4Choice: "IBAN:IBAN2007Identifier | Othr:GenericAccountIdentification1",
  GenericAccountIdentification1: "Id:Max34Text SchmeNm?:CodeOrProprietary Issr?:Max35Text",
  BranchAndFinancialInstitutionIdentification6:
    "FinInstnId:FinancialInstitutionIdentification18 BrnchId?:Any",
  FinancialInstitutionIdentification18:
    "BICFI?:BICFIDec2014Identifier ClrSysMmbId?:ClearingSystemMemberIdentification2 LEI?:Any Nm?:Max140Text " +
    "PstlAdr?:Any Othr?:Any",
  ClearingSystemMemberIdentification2: "ClrSysId?:ClearingSystemIdentification2Choice MmbId:Max35Text",
  ClearingSystemIdentification2Choice: "Cd:ExternalClearingSystemIdentification1Code | Prtry:Max35Text",
  /** This covers every choice between a code of a published list and a proprietary text. */
  CodeOrProprietary: "Cd:ExternalCode | Prtry:Max35Text",
  DateAndDateTime2Choice: "Dt:ISODate | DtTm:ISODateTime",
  RemittanceInformation16: "Ustrd*:Max140Text Strd*:Any",
} as const;

export interface Part {
  readonly name: string;
  readonly type: string;
  readonly min: number;
  readonly max: number;
  readonly at: number;
}

export type Type =
  /** The contents are ignored. */
  | { readonly kind: "any" }
  /** The element is accepted with everything in it. */
  | { readonly kind: "tree" }
  | ({ readonly kind: "text" } & SimpleType)
  | {
      readonly kind: "sequence" | "choice";
      readonly parts: readonly Part[];
      readonly byName: ReadonlyMap<string, Part>;
    };

export interface Schema {
  /** E.g. `pain.001.001.09`. */
  readonly message: string;
  readonly namespace: string;
  readonly types: ReadonlyMap<string, Type>;
}

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";
const PART = /^(\w+)(?:([?*+])|\{(\d+),(\d+)\})?:(\w+)$/;
const OCCURS: Readonly<Record<string, readonly [number, number]>> = {
  "?": [0, 1],
  "*": [0, Infinity],
  "+": [1, Infinity],
};

/**
 * Defines the schema of one message. `types` names the elements of each type: `A:TypeOfA B?:TypeOfB C*:TypeOfC
 * D{0,10}:TypeOfD` in this order, or `A:TypeOfA | B:TypeOfB` for one of them. The type `Document` is the root.
 */
export function defineSchema(message: string, types: Readonly<Record<string, string>>): Schema {
  const compiled = Object.entries(types).map(([name, model]) => [name, compile(name, model)] as const);
  const schema = { message, namespace: NAMESPACE + message, types: new Map([...SIMPLE, ...compiled]) };
  for (const [name, type] of compiled) {
    const unknown = "parts" in type ? type.parts.find((part) => !schema.types.has(part.type)) : undefined;
    if (unknown !== undefined) throw new Error(`${message}: ${name}/${unknown.name} has no type`);
  }
  return schema;
}

/** Defines the schema of a bank's message, which is accepted as it is. */
export function openSchema(message: string): Schema {
  return { message, namespace: NAMESPACE + message, types: new Map([["Document", { kind: "tree" }]]) };
}

const SIMPLE: readonly (readonly [string, Type])[] = [
  ["Any", { kind: "any" }],
  ...Object.entries(SIMPLE_TYPES).map(([name, type]) => [name, { kind: "text", ...type }] as const),
];

function compile(name: string, model: string): Type {
  const kind = model.includes(" | ") ? "choice" : "sequence";
  const parts = model.split(kind === "choice" ? " | " : " ").map((text, at): Part => {
    const found = PART.exec(text);
    if (found === null) throw new Error(`${name}: ${text} is no part`);
    const [, element, sign, least, most, type] = found;
    const [min, max] = sign === undefined ? [Number(least ?? 1), Number(most ?? 1)] : OCCURS[sign]!;
    return { name: element!, type: type!, min, max, at };
  });
  return { kind, parts, byName: new Map(parts.map((part) => [part.name, part])) };
}
