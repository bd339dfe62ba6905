/** The texts of ISO 20022 messages: length and form, as the published message definitions have them. */

export interface SimpleType {
  readonly max: number;
  readonly pattern?: RegExp;
  /** Attributes that must be there, with their form. */
  readonly attributes?: Readonly<Record<string, RegExp>>;
}

/** 18 digits, of which at most five after the point; the sign is said beside it (CdtDbtInd). */
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

export const SIMPLE_TYPES: Readonly<Record<string, SimpleType>> = {
  ActiveOrHistoricCurrencyAndAmount: { max: 19, pattern: AMOUNT, attributes: { Ccy: /^[A-Z]{3}$/ } },
  ActiveOrHistoricCurrencyCode: { max: 3, pattern: /^[A-Z]{3}$/ },
  BICFIDec2014Identifier: { max: 11, pattern: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/ },
  ChargeBearerType1Code: codes("DEBT", "CRED", "SHAR", "SLEV"),
  CreditDebitCode: codes("CRDT", "DBIT"),
  DecimalNumber: { max: 20, pattern: /^-?\d{1,18}(?:\.\d{1,17})?$/ },
  /** Code lists that are published apart; one to four characters. */
  ExternalCode: { max: 4, pattern: /^.{1,4}$/ },
  /** The same, of clearing systems: one to five characters. */
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
  /** xs:boolean. */
  TrueFalseIndicator: { max: 5, pattern: /^(?:true|false|1|0)$/ },
  UUIDv4Identifier: {
    max: 36,
    pattern: /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
  },
};
