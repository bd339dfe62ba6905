# CLIENT_ID and CLIENT_SECRET: your key pair. VITARAN: where your installation is.
TOKEN=$(curl -s -X POST "$VITARAN/payout/v1/authorize" \
  -H "X-Client-Id: $CLIENT_ID" -H "X-Client-Secret: $CLIENT_SECRET" |
  sed 's/.*"token":"\([^"]*\)".*/\1/')

curl -s -X POST "$VITARAN/payout/v1.2/directTransfer" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{
    "amount": "1250.00",
    "transferId": "'"${TRANSFER_ID:-inv_2041}"'",
    "transferMode": "imps",
    "remarks": "Invoice 2041",
    "beneDetails": {
      "name": "Ravi Traders",
      "email": "accounts@ravi.example",
      "phone": "9876543210",
      "bankAccount": "026291800001191",
      "ifsc": "YESB0000262",
      "address1": "Sector 44, Gurgaon"
    }
  }'
