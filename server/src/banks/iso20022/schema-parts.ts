/** What the messages share: parties, accounts, agents. */

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
  /** Every choice between a code of a published list and a text of one's own. */
  CodeOrProprietary: "Cd:ExternalCode | Prtry:Max35Text",
  DateAndDateTime2Choice: "Dt:ISODate | DtTm:ISODateTime",
  RemittanceInformation16: "Ustrd*:Max140Text Strd*:Any",
} as const;
