TOKEN=$(curl -s -X POST "$VITARAN/payout/v1/authorize" \
  -H "X-Client-Id: $CLIENT_ID" -H "X-Client-Secret: $CLIENT_SECRET" |
  sed 's/.*"token":"\([^"]*\)".*/\1/')

curl -s -X POST "$VITARAN/payout/v1/requestBatchTransfer" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{
    "batchTransferId": "'"${BATCH_ID:-salaries_11}"'",
    "batchFormat": "BANK_ACCOUNT",
    "deleteBene": 1,
    "batch": [
      {
        "transferId": "'"${BATCH_ID:-salaries_11}"'_1",
        "amount": "64250.00", "phone": "9876543210",
        "bankAccount": "026291800001191", "ifsc": "YESB0000262",
        "email": "accounts@ravi.example", "name": "Ravi Traders"
      },
      {
        "transferId": "'"${BATCH_ID:-salaries_11}"'_2",
        "amount": "58900.00", "phone": "9876543211",
        "bankAccount": "00011020001772", "ifsc": "HDFC0000001",
        "email": "office@meera.example", "name": "Meera Works"
      }
    ]
  }'

curl -s "$VITARAN/payout/v1/getBatchTransferStatus?batchTransferId=${BATCH_ID:-salaries_11}" \
  -H "Authorization: Bearer $TOKEN"
