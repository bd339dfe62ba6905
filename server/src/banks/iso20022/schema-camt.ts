/** Statements, reports of the day so far, and notifications of single entries. Subsets of ours, see schema.ts. */
import { PARTIES } from "./schema-parts.ts";
import { defineSchema } from "./schema.ts";

/** All three list the same kind of entries. */
const ENTRIES = {
  ...PARTIES,
  GroupHeader81:
    "MsgId:Max35Text CreDtTm:ISODateTime MsgRcpt?:Any MsgPgntn?:Pagination1 OrgnlBizQry?:Any AddtlInf?:Max500Text",
  Pagination1: "PgNb:Max5NumericText LastPgInd:TrueFalseIndicator",
  DateTimePeriod1: "FrDtTm:ISODateTime ToDtTm:ISODateTime",
  CashAccount39:
    "Id:AccountIdentification4Choice Tp?:Any Ccy?:ActiveOrHistoricCurrencyCode Nm?:Max70Text Prxy?:Any " +
    "Ownr?:Any Svcr?:Any",
  CashBalance8:
    "Tp:BalanceType13 CdtLine*:Any Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode " +
    "Dt:DateAndDateTime2Choice Avlbty*:Any",
  BalanceType13: "CdOrPrtry:CodeOrProprietary SubTp?:Any",
  ReportEntry10:
    "NtryRef?:Max35Text Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode RvslInd?:TrueFalseIndicator " +
    "Sts:CodeOrProprietary BookgDt?:DateAndDateTime2Choice ValDt?:DateAndDateTime2Choice AcctSvcrRef?:Max35Text " +
    "Avlbty*:Any BkTxCd:BankTransactionCodeStructure4 ComssnWvrInd?:Any AddtlInfInd?:Any AmtDtls?:Any Chrgs?:Any " +
    "TechInptChanl?:Any Intrst?:Any CardTx?:Any NtryDtls*:EntryDetails9 AddtlNtryInf?:Max500Text",
  EntryDetails9: "Btch?:Any TxDtls*:EntryTransaction10",
  EntryTransaction10:
    "Refs?:TransactionReferences6 Amt?:ActiveOrHistoricCurrencyAndAmount CdtDbtInd?:CreditDebitCode AmtDtls?:Any " +
    "Avlbty*:Any BkTxCd?:BankTransactionCodeStructure4 Chrgs?:Any Intrst?:Any RltdPties?:TransactionParties6 " +
    "RltdAgts?:TransactionAgents5 LclInstrm?:Any Purp?:Any RltdRmtInf{0,10}:Any RmtInf?:RemittanceInformation16 " +
    "RltdDts?:Any RltdPric?:Any RltdQties*:Any FinInstrmId?:Any Tax?:Any RtrInf?:PaymentReturnReason5 CorpActn?:Any " +
    "SfkpgAcct?:Any CshDpst*:Any CardTx?:Any AddtlTxInf?:Max500Text SplmtryData*:Any",
  TransactionReferences6:
    "MsgId?:Max35Text AcctSvcrRef?:Max35Text PmtInfId?:Max35Text InstrId?:Max35Text EndToEndId?:Max35Text " +
    "UETR?:UUIDv4Identifier TxId?:Max35Text MndtId?:Max35Text ChqNb?:Max35Text ClrSysRef?:Max35Text " +
    "AcctOwnrTxId?:Max35Text AcctSvcrTxId?:Max35Text MktInfrstrctrTxId?:Max35Text PrcgId?:Max35Text Prtry*:Any",
  BankTransactionCodeStructure4:
    "Domn?:BankTransactionCodeStructure5 Prtry?:ProprietaryBankTransactionCodeStructure1",
  BankTransactionCodeStructure5: "Cd:ExternalCode Fmly:BankTransactionCodeStructure6",
  BankTransactionCodeStructure6: "Cd:ExternalCode SubFmlyCd:ExternalCode",
  ProprietaryBankTransactionCodeStructure1: "Cd:Max35Text Issr?:Max35Text",
  TransactionParties6:
    "InitgPty?:Any Dbtr?:Party40Choice DbtrAcct?:CashAccount38 UltmtDbtr?:Any Cdtr?:Party40Choice " +
    "CdtrAcct?:CashAccount38 UltmtCdtr?:Any TradgPty?:Any Prtry*:Any",
  TransactionAgents5:
    "InstgAgt?:Any InstdAgt?:Any DbtrAgt?:BranchAndFinancialInstitutionIdentification6 " +
    "CdtrAgt?:BranchAndFinancialInstitutionIdentification6 IntrmyAgt1?:Any IntrmyAgt2?:Any IntrmyAgt3?:Any " +
    "RcvgAgt?:Any DlvrgAgt?:Any IssgAgt?:Any SttlmPlc?:Any Prtry*:Any",
  PaymentReturnReason5: "OrgnlBkTxCd?:Any Orgtr?:Any Rsn?:CodeOrProprietary AddtlInf*:Max105Text",
};

export const CAMT_053 = defineSchema("camt.053.001.08", {
  ...ENTRIES,
  Document: "BkToCstmrStmt:BankToCustomerStatementV08",
  BankToCustomerStatementV08: "GrpHdr:GroupHeader81 Stmt+:AccountStatement9 SplmtryData*:Any",
  AccountStatement9:
    "Id:Max35Text StmtPgntn?:Pagination1 ElctrncSeqNb?:Number RptgSeq?:Any LglSeqNb?:Number CreDtTm?:ISODateTime " +
    "FrToDt?:DateTimePeriod1 CpyDplctInd?:Any RptgSrc?:Any Acct:CashAccount39 RltdAcct?:Any Intrst*:Any " +
    "Bal+:CashBalance8 TxsSummry?:Any Ntry*:ReportEntry10 AddtlStmtInf?:Max500Text",
});

export const CAMT_052 = defineSchema("camt.052.001.08", {
  ...ENTRIES,
  Document: "BkToCstmrAcctRpt:BankToCustomerAccountReportV08",
  BankToCustomerAccountReportV08: "GrpHdr:GroupHeader81 Rpt+:AccountReport25 SplmtryData*:Any",
  AccountReport25:
    "Id:Max35Text RptPgntn?:Pagination1 ElctrncSeqNb?:Number RptgSeq?:Any LglSeqNb?:Number CreDtTm?:ISODateTime " +
    "FrToDt?:DateTimePeriod1 CpyDplctInd?:Any RptgSrc?:Any Acct:CashAccount39 RltdAcct?:Any Intrst*:Any " +
    "Bal*:CashBalance8 TxsSummry?:Any Ntry*:ReportEntry10 AddtlRptInf?:Max500Text",
});

export const CAMT_054 = defineSchema("camt.054.001.08", {
  ...ENTRIES,
  Document: "BkToCstmrDbtCdtNtfctn:BankToCustomerDebitCreditNotificationV08",
  BankToCustomerDebitCreditNotificationV08:
    "GrpHdr:GroupHeader81 Ntfctn+:AccountNotification17 SplmtryData*:Any",
  AccountNotification17:
    "Id:Max35Text NtfctnPgntn?:Pagination1 ElctrncSeqNb?:Number RptgSeq?:Any LglSeqNb?:Number CreDtTm?:ISODateTime " +
    "FrToDt?:DateTimePeriod1 CpyDplctInd?:Any RptgSrc?:Any Acct:CashAccount39 RltdAcct?:Any Intrst*:Any " +
    "TxsSummry?:Any Ntry*:ReportEntry10 AddtlNtfctnInf?:Max500Text",
});
