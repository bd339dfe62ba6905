TOKEN=$(curl -s -X POST "$VITARAN/payout/v1/authorize" \
  -H "X-Client-Id: $CLIENT_ID" -H "X-Client-Secret: $CLIENT_SECRET" |
  sed 's/.*"token":"\([^"]*\)".*/\1/')

# 1. Once for each payee.
curl -s -X POST "$VITARAN/payout/v1/addBeneficiary" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{
    "beneId": "'"${BENE_ID:-ravi_traders}"'", "name": "Ravi Traders",
    "email": "accounts@ravi.example", "phone": "9876543210", "address1": "Sector 44, Gurgaon",
    "bankAccount": "'"${BANK_ACCOUNT:-026291800001191}"'", "ifsc": "YESB0000262"
  }'

# 2. For each payment.
curl -s -X POST "$VITARAN/payout/v1/requestTransfer" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{
    "beneId": "'"${BENE_ID:-ravi_traders}"'", "amount": "1250.00",
    "transferId": "'"${TRANSFER_ID:-inv_2042}"'", "transferMode": "banktransfer"
  }'

# 3. Whenever you want to know.
curl -s "$VITARAN/payout/v1.2/getTransferStatus?transferId=${TRANSFER_ID:-inv_2042}" \
  -H "Authorization: Bearer $TOKEN"
