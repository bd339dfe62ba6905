/**
 * The structure of a message as a table: for each type, either the rule for its text, or its elements in order. The
 * tables are our subsets of the published message definitions: every element is in its official place, but elements
 * that we neither write nor read are `Any`, and their contents are ignored. A message is checked against its schema
 * while it is read: order, number and form of the elements.
 */
import { XmlError } from "#lib/read-xml";

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

const PARTIES = {
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

interface Part {
  readonly name: string;
  readonly type: string;
  readonly min: number;
  readonly max: number;
  readonly at: number;
}

type Type =
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
function defineSchema(message: string, types: Readonly<Record<string, string>>): Schema {
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

/** An element that is not closed yet. */
export interface OpenElement {
  readonly name: string;
  readonly type: Type;
  /** The part to which the last child belonged, and how many of it there were so far. */
  part: Part | undefined;
  count: number;
}

/** Returns the frame of the document's root element. */
export function rootFrame(schema: Schema): OpenElement {
  return frameOf("Document", schema.types.get("Document")!);
}

/** Returns the frame of an element whose contents are ignored. */
export function ignoredFrame(name: string): OpenElement {
  return frameOf(name, { kind: "any" });
}

/** Returns the frame of a child. Throws `XmlError` if the child is not allowed here. */
export function openChild(schema: Schema, parent: OpenElement, name: string): OpenElement {
  const { type } = parent;
  if (type.kind === "any" || type.kind === "tree") return frameOf(name, type);
  if (type.kind === "text") throw new XmlError(`${name} inside the text of ${parent.name}`);
  const part = type.byName.get(name);
  if (part === undefined) throw new XmlError(`${parent.name} has no ${name}`);
  if (parent.part === part) parent.count += 1;
  else {
    if (type.kind === "choice" && parent.part !== undefined) {
      throw new XmlError(`${parent.name} has both ${parent.part.name} and ${name}`);
    }
    if (part.at < (parent.part?.at ?? 0)) throw new XmlError(`${name} after ${parent.part!.name}`);
    if (type.kind === "sequence") checkSkipped(parent, part.at);
    parent.part = part;
    parent.count = 1;
  }
  if (parent.count > part.max) throw new XmlError(`more than ${part.max} ${name} in ${parent.name}`);
  return frameOf(name, schema.types.get(part.type)!);
}

/** Throws `XmlError` if something is missing, or if the text does not fit its type. */
export function closeFrame(frame: OpenElement, text: string, attributes: ReadonlyMap<string, string>): void {
  const { type, name } = frame;
  if (type.kind === "any" || type.kind === "tree") return;
  checkAttributes(frame, attributes);
  if (type.kind === "text") {
    const written = text.trim();
    // XML Schema counts characters, not code units.
    const fits = written !== "" && (written.length <= type.max || [...written].length <= type.max);
    if (!fits || type.pattern?.test(written) === false) throw new XmlError(`${name} has another form`);
    return;
  }
  if (type.kind === "sequence") checkSkipped(frame, type.parts.length);
  else if (frame.part === undefined) throw new XmlError(`${name} is empty`);
}

/** Checks that no required part is missing before the part at `next`. */
function checkSkipped({ type, part, count, name }: OpenElement, next: number): void {
  if (type.kind !== "sequence") return;
  if (part !== undefined && count < part.min) throw new XmlError(`too few ${part.name} in ${name}`);
  const missing = type.parts.find(({ at, min }) => at > (part?.at ?? -1) && at < next && min > 0);
  if (missing !== undefined) throw new XmlError(`${name} without ${missing.name}`);
}

function checkAttributes({ type, name }: OpenElement, attributes: ReadonlyMap<string, string>): void {
  const wanted = type.kind === "text" ? (type.attributes ?? {}) : {};
  for (const [key, form] of Object.entries(wanted)) {
    if (!form.test(attributes.get(key) ?? "")) throw new XmlError(`${name} without a right ${key}`);
  }
  for (const key of attributes.keys()) {
    // Hints about the location of schemas are ignored.
    if (!Object.hasOwn(wanted, key) && !key.startsWith("xsi:")) throw new XmlError(`${name} has no ${key}`);
  }
}

function frameOf(name: string, type: Type): OpenElement {
  return { name, type, part: undefined, count: 0 };
}

export const PAIN_001 = defineSchema("pain.001.001.09", {
  ...PARTIES,
  Document: "CstmrCdtTrfInitn:CustomerCreditTransferInitiationV09",
  CustomerCreditTransferInitiationV09: "GrpHdr:GroupHeader85 PmtInf+:PaymentInstruction30 SplmtryData*:Any",
  GroupHeader85:
    "MsgId:Max35Text CreDtTm:ISODateTime Authstn{0,2}:Any NbOfTxs:Max15NumericText CtrlSum?:DecimalNumber " +
    "InitgPty:PartyIdentification135 FwdgAgt?:Any InitnSrc?:Any",
  PaymentInstruction30:
    "PmtInfId:Max35Text PmtMtd:PaymentMethod3Code BtchBookg?:TrueFalseIndicator NbOfTxs?:Max15NumericText " +
    "CtrlSum?:DecimalNumber PmtTpInf?:PaymentTypeInformation26 ReqdExctnDt:DateAndDateTime2Choice " +
    "PoolgAdjstmntDt?:ISODate Dbtr:PartyIdentification135 DbtrAcct:CashAccount38 " +
    "DbtrAgt:BranchAndFinancialInstitutionIdentification6 DbtrAgtAcct?:Any InstrForDbtrAgt?:Max140Text " +
    "UltmtDbtr?:Any ChrgBr?:ChargeBearerType1Code ChrgsAcct?:Any ChrgsAcctAgt?:Any " +
    "CdtTrfTxInf+:CreditTransferTransaction34",
  PaymentTypeInformation26:
    "InstrPrty?:Priority2Code SvcLvl*:CodeOrProprietary LclInstrm?:CodeOrProprietary CtgyPurp?:CodeOrProprietary",
  CreditTransferTransaction34:
    "PmtId:PaymentIdentification6 PmtTpInf?:PaymentTypeInformation26 Amt:AmountType4Choice XchgRateInf?:Any " +
    "ChrgBr?:ChargeBearerType1Code ChqInstr?:Any UltmtDbtr?:Any IntrmyAgt1?:Any IntrmyAgt1Acct?:Any " +
    "IntrmyAgt2?:Any IntrmyAgt2Acct?:Any IntrmyAgt3?:Any IntrmyAgt3Acct?:Any " +
    "CdtrAgt?:BranchAndFinancialInstitutionIdentification6 CdtrAgtAcct?:Any Cdtr?:PartyIdentification135 " +
    "CdtrAcct?:CashAccount38 UltmtCdtr?:Any InstrForCdtrAgt*:Any InstrForDbtrAgt?:Max140Text Purp?:Any " +
    "RgltryRptg{0,10}:Any Tax?:Any RltdRmtInf{0,10}:Any RmtInf?:RemittanceInformation16 SplmtryData*:Any",
  PaymentIdentification6: "InstrId?:Max35Text EndToEndId:Max35Text UETR?:UUIDv4Identifier",
  AmountType4Choice: "InstdAmt:ActiveOrHistoricCurrencyAndAmount | EqvtAmt:Any",
});
