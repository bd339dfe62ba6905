/** CustomerPaymentStatusReportV10: what banks answer. A subset of ours, see schema.ts. */
import { PARTIES } from "./schema-parts.ts";
import { defineSchema } from "./schema.ts";

export const PAIN_002 = defineSchema("pain.002.001.10", {
  ...PARTIES,
  Document: "CstmrPmtStsRpt:CustomerPaymentStatusReportV10",
  CustomerPaymentStatusReportV10:
    "GrpHdr:GroupHeader86 OrgnlGrpInfAndSts:OriginalGroupHeader17 " +
    "OrgnlPmtInfAndSts*:OriginalPaymentInstruction32 SplmtryData*:Any",
  GroupHeader86: "MsgId:Max35Text CreDtTm:ISODateTime InitgPty?:Any FwdgAgt?:Any DbtrAgt?:Any CdtrAgt?:Any",
  OriginalGroupHeader17:
    "OrgnlMsgId:Max35Text OrgnlMsgNmId:Max35Text OrgnlCreDtTm?:ISODateTime OrgnlNbOfTxs?:Max15NumericText " +
    "OrgnlCtrlSum?:DecimalNumber GrpSts?:ExternalCode StsRsnInf*:StatusReasonInformation12 NbOfTxsPerSts*:Any",
  OriginalPaymentInstruction32:
    "OrgnlPmtInfId:Max35Text OrgnlNbOfTxs?:Max15NumericText OrgnlCtrlSum?:DecimalNumber PmtInfSts?:ExternalCode " +
    "StsRsnInf*:StatusReasonInformation12 NbOfTxsPerSts*:Any TxInfAndSts*:PaymentTransaction105",
  StatusReasonInformation12: "Orgtr?:Any Rsn?:CodeOrProprietary AddtlInf*:Max105Text",
  PaymentTransaction105:
    "StsId?:Max35Text OrgnlInstrId?:Max35Text OrgnlEndToEndId?:Max35Text OrgnlUETR?:UUIDv4Identifier " +
    "TxSts?:ExternalCode StsRsnInf*:StatusReasonInformation12 ChrgsInf*:Any TrckrData?:Any AccptncDtTm?:ISODateTime " +
    "AcctSvcrRef?:Max35Text ClrSysRef?:Max35Text OrgnlTxRef?:OriginalTransactionReference28 SplmtryData*:Any",
  OriginalTransactionReference28:
    "IntrBkSttlmAmt?:ActiveOrHistoricCurrencyAndAmount Amt?:AmountType4Choice IntrBkSttlmDt?:ISODate " +
    "ReqdColltnDt?:ISODate ReqdExctnDt?:DateAndDateTime2Choice CdtrSchmeId?:Any SttlmInf?:Any PmtTpInf?:Any " +
    "PmtMtd?:Any MndtRltdInf?:Any RmtInf?:Any UltmtDbtr?:Any Dbtr?:Any DbtrAcct?:CashAccount38 DbtrAgt?:Any " +
    "DbtrAgtAcct?:Any CdtrAgt?:Any CdtrAgtAcct?:Any Cdtr?:Any CdtrAcct?:CashAccount38 UltmtCdtr?:Any Purp?:Any",
  AmountType4Choice: "InstdAmt:ActiveOrHistoricCurrencyAndAmount | EqvtAmt:Any",
});
