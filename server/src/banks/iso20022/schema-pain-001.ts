/** CustomerCreditTransferInitiationV09, the message that we write. It is our own subset, see schema.ts. */
import { defineSchema, PARTIES } from "./schema.ts";

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
