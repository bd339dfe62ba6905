#!/usr/bin/env bash
# Every call of the Vitaran API as a curl command, written from its contract.
#
#   export CLIENT_ID=... CLIENT_SECRET=...          # BASE_URL, if it is not http://localhost:8080
#   bash vitaran.sh                                 # lists the calls
#   bash vitaran.sh directTransfer                  # sends one; the answer goes to standard output
#   TRANSFER_ID=INV_1 bash vitaran.sh getTransferStatus
#
# The token is fetched for each call unless TOKEN has one. Calls that name what another one made read it from the
# environment: BENE_ID, TRANSFER_ID, BATCH_TRANSFER_ID, CASHGRAM_ID, RECALL_ID, REPORT_ID and so on.
set -euo pipefail
: "${BASE_URL:=http://localhost:8080}"
FRESH=$(date +%s)$(printf %02d $((RANDOM % 100)))
TODAY=$(TZ=Asia/Kolkata date +%F)
LINK_EXPIRY=$(TZ=Asia/Kolkata date -d "+10 days" +%Y/%m/%d 2>/dev/null || TZ=Asia/Kolkata date -v+10d +%Y/%m/%d)
keys() { : "${CLIENT_ID:?is the client id}" "${CLIENT_SECRET:?is the client secret}"; }
token() {
  [ -n "${TOKEN:-}" ] && { echo "$TOKEN"; return; }
  keys
  curl -sS -X POST "$BASE_URL/payout/v1/authorize" -H "X-Client-Id: $CLIENT_ID" -H "X-Client-Secret: $CLIENT_SECRET" |
    sed -n 's/.*"token":"\([^"]*\)".*/\1/p'
}

list() {
  cat <<'NAMES'
addFundSource                     Add a bank account at one of the merchant's banks as a fund source
setRegisteredAccount              Register the business's own bank account
topUp                             Top up: money arrives from the registered account, or from the account given in from
setCoLending                      Set up an agreement with a lender; the shares total 100
topUpCoLending                    Add money of one party to its ledger
topUpCoLending2                   Add money of one party to its ledger (2)
authorize                         Get a token (v1)
verifyToken                       Verify a token (v1)
addBeneficiary                    Add a beneficiary (v1)
getBeneficiary                    Get a beneficiary (v1)
listBeneficiaries_v1_2            List beneficiaries (v1.2)
getBeneId                         Find a beneficiary by bank account (v1)
beneHistory                       List the transfers to a beneficiary (v1)
validateBankDetails               Verify a bank account (v1)
validateBankAccount_v1_2          Verify a bank account and match the name (v1.2)
asyncValidateBankDetails          Verify a bank account in the background (v1)
getBankValidationStatus           Get the result of a background verification (v1)
bulkValidateBankDetails           Verify many bank accounts in the background (v1)
getBulkValidationStatus           Get the results of a bulk verification (v1)
validateUpiDetails                Verify a UPI ID (v1)
getIfsc                           Look up an IFSC (v1)
requestTransfer                   Pay a beneficiary (v1)
requestTransfer_v1_2              Pay a beneficiary (v1.2)
requestAsyncTransfer              Pay a beneficiary asynchronously (v1)
requestAsyncTransfer_v1_2         Pay a beneficiary asynchronously (v1.2)
directTransfer                    Pay without adding a beneficiary (v1)
directTransfer_v1_2               Pay without adding a beneficiary (v1.2)
cardpay                           Pay to a card (v1)
lend                              Disburse a co-lending loan (v1)
cancelTransfer_v1_2               Cancel a transfer (v1.2)
getTransferStatus                 Get a transfer (v1)
getTransferStatus_v1_1            Get a transfer (v1.1)
getTransferStatus_v1_2            Get a transfer (v1.2)
getTransfers                      List transfers (v1)
requestRecall_v1_2                Request a recall (v1.2)
getRecallStatus_v1_2              Get a recall (v1.2)
getRecallLetter_v1_2              Download a recall letter (v1.2)
withdrawRecall_v1_2               Withdraw a recall (v1.2)
requestBatchTransfer              Create a batch (v1)
requestBatchTransfer_v1_2         Create a batch (v1.2)
getBatchTransferStatus            Get a batch and its transfers (v1)
getBatchTransferStatus_v1_2       Get a batch and its transfers (v1.2)
getBatchTransferStatus_v1_3       Get a batch and its transfers (v1.3)
uploadBatchFile_v1_2              Upload a batch file (v1.2)
listBatchFiles_v1_2               List batches (v1.2)
getBatchFile_v1_2                 Get a batch with its totals and rows (v1.2)
getBatchFileResult_v1_2           Download the results of a batch (v1.2)
cloneBatchFile_v1_2               Retry the failed rows of a batch (v1.2)
getBatchTemplate_v1_2             Download a batch template (v1.2)
createCashgram                    Create a payout link (v1)
getCashgramStatus                 Get a payout link (v1)
postCashgramStatus                Get a payout link (POST) (v1)
deactivateCashgram                Deactivate a payout link (v1)
getBalance                        Get a balance (v1)
getBalance_v1_2                   Get a balance (v1.2)
getStatement_v1_2                 Get an account statement (v1.2)
setThreshold_v1_2                 Set a low balance threshold (v1.2)
internalTransfer                  Move money between your own fund sources (v1)
internalTransfer_v1_2             Move money between your own fund sources (v1.2)
selfWithdrawal                    Withdraw to your business account (v1)
incidents                         List incidents of beneficiaries' banks (v1)
downtimes_v1_2                    List downtimes of your fund sources (v1.2)
requestReport_v1_2                Create a report (v1.2)
listReports_v1_2                  List reports (v1.2)
getReport_v1_2                    Get a report (v1.2)
getReportFile_v1_2                Download a report (v1.2)
getNotifications_v1_2             Get e-mail notification settings (v1.2)
setNotificationCategory_v1_2      Turn e-mail notifications on or off (v1.2)
setNotificationRecipients_v1_2    Set the recipients of e-mail notifications (v1.2)
addNotificationRecipients_v1_2    Add recipients of e-mail notifications (v1.2)
deleteNotificationRecipient_v1_2  Remove a recipient of e-mail notifications (v1.2)
removeBeneficiary                 Remove a beneficiary (v1)
createBeneficiary_v2              Add a beneficiary
createTransfer_v2                 Create a transfer
getTransfer_v2                    Get a transfer
createBatchTransfer_v2            Create a batch
getBatchTransfer_v2               Get a batch and its transfers
getBeneficiary_v2                 Get a beneficiary
deleteBeneficiary_v2              Remove a beneficiary
NAMES
}

case "${1:-}" in
addFundSource)
  curl -sS -X POST "$BASE_URL/sandbox/fund-sources" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "bankId": "meghdoot",
  "name": "Account ${FRESH}",
  "accountNumber": "${FRESH}",
  "ifsc": "MGDT0000001"
}
BODY
  ;;
setRegisteredAccount)
  curl -sS -X PUT "$BASE_URL/sandbox/registered-account" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "holderName": "Demo Trading",
  "accountNumber": "50100000000001",
  "ifsc": "HDFC0000001"
}
BODY
  ;;
topUp)
  curl -sS -X POST "$BASE_URL/sandbox/top-ups" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "amount": "50000.00"
}
BODY
  ;;
setCoLending)
  curl -sS -X PUT "$BASE_URL/sandbox/co-lending" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "lender": "Sahayak Finance",
  "lenderPercent": 80,
  "originatorPercent": 20
}
BODY
  ;;
topUpCoLending)
  curl -sS -X POST "$BASE_URL/sandbox/co-lending/top-ups" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "ledger": "lender",
  "amount": "8000.00"
}
BODY
  ;;
topUpCoLending2)
  curl -sS -X POST "$BASE_URL/sandbox/co-lending/top-ups" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "ledger": "originator",
  "amount": "2000.00"
}
BODY
  ;;
authorize)
  keys; curl -sS -X POST "$BASE_URL/payout/v1/authorize" \
  -H "X-Client-Id: ${CLIENT_ID}" \
  -H "X-Client-Secret: ${CLIENT_SECRET}"
  ;;
verifyToken)
  curl -sS -X POST "$BASE_URL/payout/v1/verifyToken" \
  -H "Authorization: Bearer $(token)"
  ;;
addBeneficiary)
  curl -sS -X POST "$BASE_URL/payout/v1/addBeneficiary" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "beneId": "PAYEE${FRESH}",
  "name": "John Doe",
  "email": "johndoe@example.com",
  "phone": "9876543210",
  "bankAccount": "${FRESH}",
  "ifsc": "HDFC0000001",
  "address1": "ABC Street",
  "city": "Bangalore",
  "state": "Karnataka",
  "pincode": "560001"
}
BODY
  ;;
getBeneficiary)
  curl -sS -X GET "$BASE_URL/payout/v1/getBeneficiary/${BENE_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
listBeneficiaries_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/listBeneficiaries" \
  -H "Authorization: Bearer $(token)"
  ;;
getBeneId)
  curl -sS -X GET "$BASE_URL/payout/v1/getBeneId?bankAccount=${BANK_ACCOUNT:-none}&ifsc=HDFC0000001" \
  -H "Authorization: Bearer $(token)"
  ;;
beneHistory)
  curl -sS -X GET "$BASE_URL/payout/v1/beneHistory?beneId=${BENE_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
validateBankDetails)
  curl -sS -X GET "$BASE_URL/payout/v1/validation/bankDetails?bankAccount=026291800001191&ifsc=YESB0000262&name=Asha%20Rao" \
  -H "Authorization: Bearer $(token)"
  ;;
validateBankAccount_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/validation/bankDetails?bankAccount=026291800001191&ifsc=YESB0000262" \
  -H "Authorization: Bearer $(token)"
  ;;
asyncValidateBankDetails)
  curl -sS -X GET "$BASE_URL/payout/v1/asyncValidation/bankDetails?bankAccount=026291800001191&ifsc=YESB0000262&userId=user_42" \
  -H "Authorization: Bearer $(token)"
  ;;
getBankValidationStatus)
  curl -sS -X GET "$BASE_URL/payout/v1/getValidationStatus/bank?userId=user_42" \
  -H "Authorization: Bearer $(token)"
  ;;
bulkValidateBankDetails)
  curl -sS -X POST "$BASE_URL/payout/v1/bulkValidation/bankDetails" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "bulkValidationId": "payees_${FRESH}",
  "entries": [
    {
      "name": "John Doe",
      "phone": "9876543210",
      "bankAccount": "026291800001191",
      "ifsc": "YESB0000262"
    }
  ]
}
BODY
  ;;
getBulkValidationStatus)
  curl -sS -X GET "$BASE_URL/payout/v1/getBulkValidationStatus?bulkValidationId=${BULK_VALIDATION_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
validateUpiDetails)
  curl -sS -X GET "$BASE_URL/payout/v1/validation/upiDetails?name=Asha%20Rao&vpa=success@upi" \
  -H "Authorization: Bearer $(token)"
  ;;
getIfsc)
  curl -sS -X GET "$BASE_URL/payout/v1/ifsc/YESB0000262" \
  -H "Authorization: Bearer $(token)"
  ;;
requestTransfer)
  curl -sS -X POST "$BASE_URL/payout/v1/requestTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "beneId": "${BENE_ID:-none}",
  "amount": "100.00",
  "transferId": "INV_${FRESH}",
  "transferMode": "banktransfer",
  "remarks": "Invoice 1"
}
BODY
  ;;
requestTransfer_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/requestTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "beneId": "${BENE_ID:-none}",
  "amount": "100.00",
  "transferId": "INV_${FRESH}",
  "transferMode": "banktransfer",
  "remarks": "Invoice 1",
  "paymentInstrumentId": "WALLET_1"
}
BODY
  ;;
requestAsyncTransfer)
  curl -sS -X POST "$BASE_URL/payout/v1/requestAsyncTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "beneId": "${BENE_ID:-none}",
  "amount": "100.00",
  "transferId": "INV_${FRESH}",
  "transferMode": "banktransfer",
  "remarks": "Invoice 1"
}
BODY
  ;;
requestAsyncTransfer_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/requestAsyncTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "beneId": "${BENE_ID:-none}",
  "amount": "100.00",
  "transferId": "INV_${FRESH}",
  "transferMode": "banktransfer",
  "remarks": "Invoice 1",
  "paymentInstrumentId": "WALLET_1"
}
BODY
  ;;
directTransfer)
  curl -sS -X POST "$BASE_URL/payout/v1/directTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "amount": "100.00",
  "transferId": "INV_${FRESH}",
  "transferMode": "upi",
  "remarks": "Invoice 2",
  "beneDetails": {
    "name": "John Doe",
    "email": "johndoe@example.com",
    "phone": "9876543210",
    "vpa": "success@upi",
    "address1": "ABC Street"
  }
}
BODY
  ;;
directTransfer_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/directTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "amount": "100.00",
  "transferId": "INV_${FRESH}",
  "transferMode": "upi",
  "remarks": "Invoice 2",
  "beneDetails": {
    "name": "John Doe",
    "email": "johndoe@example.com",
    "phone": "9876543210",
    "vpa": "success@upi",
    "address1": "ABC Street"
  }
}
BODY
  ;;
cardpay)
  curl -sS -X POST "$BASE_URL/payout/v1/cardpay" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "amount": "100.00",
  "transferId": "INV_${FRESH}",
  "token": "tok_5F2mQ8rXw1Zk",
  "cardType": "CREDIT",
  "name": "Asha Rao",
  "networkType": "VISA",
  "cryptogram": "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
  "tokenExpiry": "2028-05"
}
BODY
  ;;
lend)
  curl -sS -X POST "$BASE_URL/payout/v1/lend" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "loanId": "LOAN_${FRESH}",
  "amount": "10000.00",
  "serviceCharges": [
    {
      "key": "processingFee",
      "value": "100.00"
    }
  ],
  "beneId": "${BENE_ID:-none}",
  "transferMode": "banktransfer",
  "remarks": "Loan 1"
}
BODY
  ;;
cancelTransfer_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/cancelTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "transferId": "${TRANSFER_ID:-none}"
}
BODY
  ;;
getTransferStatus)
  curl -sS -X GET "$BASE_URL/payout/v1/getTransferStatus?transferId=${TRANSFER_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getTransferStatus_v1_1)
  curl -sS -X GET "$BASE_URL/payout/v1.1/getTransferStatus?transferId=${TRANSFER_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getTransferStatus_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/getTransferStatus?transferId=${TRANSFER_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getTransfers)
  curl -sS -X GET "$BASE_URL/payout/v1/getTransfers" \
  -H "Authorization: Bearer $(token)"
  ;;
requestRecall_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/requestRecall" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "transferId": "${TRANSFER_ID:-none}",
  "reason": "WRONG_BENEFICIARY",
  "remarks": "Meant for a payee of the same name"
}
BODY
  ;;
getRecallStatus_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/getRecallStatus?transferId=${TRANSFER_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getRecallLetter_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/recalls/${RECALL_ID:-none}/letter" \
  -H "Authorization: Bearer $(token)"
  ;;
withdrawRecall_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/withdrawRecall" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "recallId": "${RECALL_ID:-none}"
}
BODY
  ;;
requestBatchTransfer)
  curl -sS -X POST "$BASE_URL/payout/v1/requestBatchTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "batchTransferId": "SALARIES_${FRESH}",
  "batchFormat": "BANK_ACCOUNT",
  "deleteBene": 1,
  "batch": [
    {
      "transferId": "INV_${FRESH}",
      "amount": "12.00",
      "phone": "9999999999",
      "bankAccount": "00011020001772",
      "ifsc": "HDFC0000001",
      "email": "asha@example.com",
      "name": "Asha Rao"
    }
  ]
}
BODY
  ;;
requestBatchTransfer_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/requestBatchTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "batchTransferId": "SALARIES_${FRESH}",
  "batchFormat": "BANK_ACCOUNT",
  "deleteBene": 1,
  "paymentInstrumentId": "WALLET_1",
  "batch": [
    {
      "transferId": "INV_${FRESH}",
      "amount": "12.00",
      "phone": "9999999999",
      "bankAccount": "00011020001772",
      "ifsc": "HDFC0000001",
      "email": "asha@example.com",
      "name": "Asha Rao"
    }
  ]
}
BODY
  ;;
getBatchTransferStatus)
  curl -sS -X GET "$BASE_URL/payout/v1/getBatchTransferStatus?batchTransferId=${BATCH_TRANSFER_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getBatchTransferStatus_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/getBatchTransferStatus?batchTransferId=${BATCH_TRANSFER_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getBatchTransferStatus_v1_3)
  curl -sS -X GET "$BASE_URL/payout/v1.3/getBatchTransferStatus?batchTransferId=${BATCH_TRANSFER_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
uploadBatchFile_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/batchFiles?format=BANK_ACCOUNT" \
  -H "Content-Type: text/csv" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
transferId,amount,name,phone,email,bankAccount,ifsc,remarks
SALARY_${FRESH},1500.00,Ravi Traders,9876543210,a@ravi.example,026291800001191,YESB0000262,November
BODY
  ;;
listBatchFiles_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/batchFiles" \
  -H "Authorization: Bearer $(token)"
  ;;
getBatchFile_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/batchFiles/${BATCH_FILE_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getBatchFileResult_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/batchFiles/${BATCH_FILE_ID:-none}/result" \
  -H "Authorization: Bearer $(token)"
  ;;
cloneBatchFile_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/batchFiles/${BATCH_FILE_ID:-none}/clone" \
  -H "Authorization: Bearer $(token)"
  ;;
getBatchTemplate_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/batchTemplates/BANK_ACCOUNT" \
  -H "Authorization: Bearer $(token)"
  ;;
createCashgram)
  curl -sS -X POST "$BASE_URL/payout/v1/createCashgram" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "cashgramId": "REFUND_${FRESH}",
  "amount": "500.00",
  "name": "John Doe",
  "phone": "9876543210",
  "email": "johndoe@example.com",
  "linkExpiry": "${LINK_EXPIRY}",
  "remarks": "Refund of order 7",
  "notifyCustomer": 1
}
BODY
  ;;
getCashgramStatus)
  curl -sS -X GET "$BASE_URL/payout/v1/getCashgramStatus?cashgramId=${CASHGRAM_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
postCashgramStatus)
  curl -sS -X POST "$BASE_URL/payout/v1/getCashgramStatus" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "cashgramId": "${CASHGRAM_ID:-none}"
}
BODY
  ;;
deactivateCashgram)
  curl -sS -X POST "$BASE_URL/payout/v1/deactivateCashgram" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "cashgramId": "${CASHGRAM_ID:-none}"
}
BODY
  ;;
getBalance)
  curl -sS -X GET "$BASE_URL/payout/v1/getBalance" \
  -H "Authorization: Bearer $(token)"
  ;;
getBalance_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/getBalance" \
  -H "Authorization: Bearer $(token)"
  ;;
getStatement_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/getStatement" \
  -H "Authorization: Bearer $(token)"
  ;;
setThreshold_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/setThreshold" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "paymentInstrumentId": "WALLET_1",
  "minimumBalance": "50000.00",
  "notify": 1
}
BODY
  ;;
internalTransfer)
  curl -sS -X POST "$BASE_URL/payout/v1/internalTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "amount": "1000.00",
  "rechargeAccount": "${ACCOUNT_NUMBER:-none}",
  "transferId": "INV_${FRESH}"
}
BODY
  ;;
internalTransfer_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/internalTransfer" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "amount": "1000.00",
  "rechargeAccount": "${ACCOUNT_NUMBER:-none}",
  "transferId": "INV_${FRESH}"
}
BODY
  ;;
selfWithdrawal)
  curl -sS -X POST "$BASE_URL/payout/v1/selfWithdrawal" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "withdrawalId": "W${FRESH}",
  "amount": "1000.00",
  "remarks": "To our account"
}
BODY
  ;;
incidents)
  curl -sS -X GET "$BASE_URL/payout/v1/incidents" \
  -H "Authorization: Bearer $(token)"
  ;;
downtimes_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/downtimes" \
  -H "Authorization: Bearer $(token)"
  ;;
requestReport_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/reports" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "type": "transfer",
  "format": "csv",
  "name": "November",
  "startDate": "${TODAY}",
  "endDate": "${TODAY}",
  "columns": [
    "transferId",
    "amount",
    "status",
    "utr"
  ]
}
BODY
  ;;
listReports_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/reports" \
  -H "Authorization: Bearer $(token)"
  ;;
getReport_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/reports/${REPORT_ID:-none}" \
  -H "Authorization: Bearer $(token)"
  ;;
getReportFile_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/reports/${REPORT_ID:-none}/file" \
  -H "Authorization: Bearer $(token)"
  ;;
getNotifications_v1_2)
  curl -sS -X GET "$BASE_URL/payout/v1.2/notifications" \
  -H "Authorization: Bearer $(token)"
  ;;
setNotificationCategory_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/notifications/transfer_failed" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "enabled": 0
}
BODY
  ;;
setNotificationRecipients_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/notifications/transfer_failed/recipients" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "recipients": "asha@example.com, ravi@example.com"
}
BODY
  ;;
addNotificationRecipients_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/notifications/transfer_failed/addRecipients" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "recipients": "asha@example.com"
}
BODY
  ;;
deleteNotificationRecipient_v1_2)
  curl -sS -X POST "$BASE_URL/payout/v1.2/notifications/transfer_failed/deleteRecipient" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "recipient": "asha@example.com"
}
BODY
  ;;
removeBeneficiary)
  curl -sS -X POST "$BASE_URL/payout/v1/removeBeneficiary" \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $(token)" \
  --data-binary @- <<BODY
{
  "beneId": "${BENE_ID:-none}"
}
BODY
  ;;
createBeneficiary_v2)
  keys; curl -sS -X POST "$BASE_URL/payout/beneficiary" \
  -H "Content-Type: application/json" \
  -H "x-client-id: ${CLIENT_ID}" \
  -H "x-client-secret: ${CLIENT_SECRET}" \
  --data-binary @- <<BODY
{
  "beneficiary_id": "PAYEE${FRESH}",
  "beneficiary_name": "John Doe",
  "beneficiary_instrument_details": {
    "bank_account_number": "${FRESH}",
    "bank_ifsc": "HDFC0000001"
  },
  "beneficiary_contact_details": {
    "beneficiary_email": "johndoe@example.com",
    "beneficiary_phone": "9876543210",
    "beneficiary_country_code": "+91",
    "beneficiary_address": "ABC Street",
    "beneficiary_city": "Bangalore",
    "beneficiary_state": "Karnataka",
    "beneficiary_postal_code": "560001"
  }
}
BODY
  ;;
createTransfer_v2)
  keys; curl -sS -X POST "$BASE_URL/payout/transfers" \
  -H "Content-Type: application/json" \
  -H "x-client-id: ${CLIENT_ID}" \
  -H "x-client-secret: ${CLIENT_SECRET}" \
  --data-binary @- <<BODY
{
  "transfer_id": "INV_${FRESH}",
  "transfer_amount": 100,
  "transfer_mode": "imps",
  "beneficiary_details": {
    "beneficiary_id": "${BENEFICIARY_ID:-none}"
  },
  "transfer_remarks": "Invoice 1"
}
BODY
  ;;
getTransfer_v2)
  keys; curl -sS -X GET "$BASE_URL/payout/transfers?transfer_id=${TRANSFER_ID:-none}" \
  -H "x-client-id: ${CLIENT_ID}" \
  -H "x-client-secret: ${CLIENT_SECRET}"
  ;;
createBatchTransfer_v2)
  keys; curl -sS -X POST "$BASE_URL/payout/transfers/batch" \
  -H "Content-Type: application/json" \
  -H "x-client-id: ${CLIENT_ID}" \
  -H "x-client-secret: ${CLIENT_SECRET}" \
  --data-binary @- <<BODY
{
  "batch_transfer_id": "SALARIES_${FRESH}",
  "transfers": [
    {
      "transfer_id": "INV_${FRESH}",
      "transfer_amount": 12.5,
      "beneficiary_details": {
        "beneficiary_id": "${BENEFICIARY_ID:-none}"
      }
    }
  ]
}
BODY
  ;;
getBatchTransfer_v2)
  keys; curl -sS -X GET "$BASE_URL/payout/transfers/batch?batch_transfer_id=${BATCH_TRANSFER_ID:-none}" \
  -H "x-client-id: ${CLIENT_ID}" \
  -H "x-client-secret: ${CLIENT_SECRET}"
  ;;
getBeneficiary_v2)
  keys; curl -sS -X GET "$BASE_URL/payout/beneficiary?beneficiary_id=${BENEFICIARY_ID:-none}" \
  -H "x-client-id: ${CLIENT_ID}" \
  -H "x-client-secret: ${CLIENT_SECRET}"
  ;;
deleteBeneficiary_v2)
  keys; curl -sS -X DELETE "$BASE_URL/payout/beneficiary?beneficiary_id=${BENEFICIARY_ID:-none}" \
  -H "x-client-id: ${CLIENT_ID}" \
  -H "x-client-secret: ${CLIENT_SECRET}"
  ;;
"") list ;;
*) echo "There is no call $1. These are:" >&2; list >&2; exit 2 ;;
esac
