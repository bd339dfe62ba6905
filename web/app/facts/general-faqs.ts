/** The 40 general questions, in groups. `more` is a page with the whole story. */
export interface GeneralQuestion {
  question: string;
  answer: string;
  more?: string;
}

export const generalFaqs: { id: string; title: string; questions: GeneralQuestion[] }[] = [
  {
    id: "getting-started",
    title: "Getting started",
    questions: [
      {
        question: "What is a payout?",
        answer:
          "Money that leaves your business for somebody else: a vendor, a customer, a borrower or an employee. It is asked for by API, in the dashboard, or through a payout link.",
        more: "introduction",
      },
      {
        question: "Who can use Vitaran?",
        answer:
          "Registered businesses in India with valid business documents. Developers can try everything in the sandbox without any documents.",
      },
      {
        question: "How do I try it?",
        answer:
          "Start the sandbox on your own computer with one command and send a test payout. No real money can move there.",
        more: "quickstart",
      },
      {
        question: "What do I need before going live?",
        answer:
          "Accepted business documents, a registered bank account, money in a fund source, a live key pair, verified webhook signatures, and the rest of the go-live checklist.",
        more: "integrations/integrations#go-live-checklist",
      },
      {
        question: "Do I need a licence to send payouts?",
        answer:
          "You pay your own money to your own payees through partner banks. If you hold money for others or lend, other rules may apply to you; ask your legal adviser before you go live.",
      },
      {
        question: "Can I run Vitaran on my own servers?",
        answer:
          "Yes. The software is open source under Apache-2.0. You then need your own agreements with banks, and your data stays on your own machines.",
      },
    ],
  },
  {
    id: "making-payouts",
    title: "Making payouts",
    questions: [
      {
        question: "Which payment modes are there?",
        answer:
          "IMPS, NEFT and RTGS to bank accounts, UPI, tokenised credit and debit cards, and the wallets Paytm and Amazon Pay.",
        more: "make-payouts/payout-methods",
      },
      {
        question: "How fast does the money arrive?",
        answer:
          "IMPS and UPI take seconds. NEFT takes up to about 2 hours inside its window. A card can take up to 48 hours to show the credit.",
      },
      {
        question: "Can I pay on Sundays and holidays?",
        answer:
          "Yes, with IMPS, UPI, wallets and cards. NEFT and RTGS run from 1 AM to 6:45 PM on working days, and not on the three national holidays; other orders wait for the next window.",
      },
      {
        question: "What are the limits for one transfer?",
        answer:
          "IMPS ₹5,00,000, UPI ₹1,00,000, Paytm ₹1,00,000 with complete KYC, Amazon Pay ₹10,000. RTGS starts at ₹2,00,000. Banks may set lower limits.",
      },
      { question: "Which mode is used if I name none?", answer: "IMPS up to ₹2,00,000 and NEFT above it." },
      {
        question: "How many transfers can I send at once?",
        answer: "A file may have up to 10,000 rows, and a batch of 10,000 is processed in about a minute.",
        more: "make-payouts/customers",
      },
      {
        question: "Which file formats can I upload?",
        answer: ".csv and .xls (or .xlsx), following the template that can be downloaded on the same page.",
      },
      {
        question: "Can I pay somebody whose bank details I do not know?",
        answer:
          "Yes: through the phone number, if a UPI ID is linked to it, or with a Flowgram, where the payee gives the details.",
        more: "pay2phone/through-phone-number",
      },
      {
        question: "What may I write in the remarks?",
        answer: "Numbers, letters and spaces, up to 70 characters. Other characters are refused.",
      },
      {
        question: "Can a second person approve payments?",
        answer:
          "Yes. An Initiator prepares, an Approver approves or rejects. It works for single transfers, batches, and three API calls of version 1.2.",
        more: "make-payouts/assign-roles",
      },
    ],
  },
  {
    id: "statuses-and-problems",
    title: "Statuses and problems",
    questions: [
      {
        question: "What does the status Pending mean?",
        answer:
          "The bank has not yet said how the payment ended. Do not send it again. The bank is asked for 72 hours, and after that the transfer is reconciled by hand.",
        more: "make-payouts/lifecycle",
      },
      {
        question: "What does Initiated mean?",
        answer: "The transfer has just been sent to the bank. It becomes Pending, Success or Failed.",
      },
      {
        question: "What does sent to beneficiary mean?",
        answer:
          "Your fund source was debited and the money is with the beneficiary's bank, which has not yet confirmed the credit: Success with acknowledged 0.",
      },
      {
        question: "A transfer is a success, but the payee sees no money. Why?",
        answer:
          "Success means that the partner bank has paid. Look at acknowledged: while it is 0, the payee's bank has not credited yet. Give the payee the UTR; the bank can find the payment with it.",
      },
      {
        question: "Why did my transfer fail?",
        answer:
          "Mostly because of wrong beneficiary details, a balance that was too low, or a downtime of a bank. The reason is written with the transfer.",
        more: "integrations/errors-and-reasons",
      },
      {
        question: "When do I get the money of a failed transfer back?",
        answer: "If it was debited at all, the remitter bank returns it within 24 hours.",
      },
      {
        question: "Why was my transfer rejected?",
        answer:
          "Because of high risk, a blacklist, or your smart limits; or because an approver said no. An asynchronous transfer is also rejected when the beneficiary's details are wrong.",
      },
      {
        question: "What is a reversed transfer?",
        answer:
          "One that succeeded and was then sent back by the payee's bank, for example because the account is closed. The amount returns to your fund source.",
        more: "make-payouts/transfer-reversals",
      },
      {
        question: "I paid the wrong account. What can I do?",
        answer:
          "Confirmed transfers cannot be reversed by you. Ask for a recall within about 45 days; the payee has to agree.",
        more: "make-payouts/recall-transfers-made",
      },
      {
        question: "My request timed out. Was the money sent?",
        answer:
          "Ask for the status with your transfer ID before anything else. If you repeat the request, use the same transfer ID: it is never paid twice.",
        more: "integrations/retries-and-duplicates",
      },
    ],
  },
  {
    id: "beneficiaries",
    title: "Beneficiaries",
    questions: [
      { question: "How soon can I pay a new beneficiary?", answer: "At once. There is no cool-off period." },
      {
        question: "Can I change a beneficiary's bank account?",
        answer:
          "No. Delete the beneficiary and add it again with the new details. Past transfers keep the old ones.",
        more: "beneficiary-management",
      },
      {
        question: "Which details does each kind of payout need?",
        answer:
          "A bank account needs ID, name, e-mail, phone, account number and IFSC; a card these with the masked card number in place of the account; UPI these with the VPA; a wallet only the phone number.",
      },
      {
        question: "How is the name checked in phone payouts?",
        answer:
          "It is compared with the bank's record. Only a direct match (100) and a good partial match (85) are paid.",
        more: "pay2phone/and-beneficiary-name",
      },
    ],
  },
  {
    id: "money-and-fees",
    title: "Money and fees",
    questions: [
      {
        question: "What is a fund source?",
        answer:
          "An account from which payouts are made: the wallet you get at sign-up, or a connected bank account. You may have several and share payouts between them.",
        more: "fund-management/introduction",
      },
      {
        question: "How do I add money to the wallet?",
        answer:
          "Send it from your registered bank account to the wallet's account number and IFSC. Money from other accounts is refunded within 7 business days.",
        more: "fund-management/vitaran-wallet",
      },
      {
        question: "What happens when the balance is too low?",
        answer:
          "The transfer fails and its ID is used up, or it waits in the queue if queuing is on: at least 1 hour, at most 10 days, 4 days by default.",
        more: "low-balance/low-balance-transfer-queuing",
      },
      {
        question: "Can I be warned before the balance is too low?",
        answer: "Yes. Set a threshold for each fund source; you are told by e-mail and by webhook.",
        more: "low-balance/set-threshold",
      },
      {
        question: "How do I withdraw money?",
        answer:
          "To your registered business bank account only, at most 3 times a day, from 8 AM to 6:45 PM on NEFT working days. A withdrawal cannot be cancelled.",
      },
      {
        question: "What does a transfer cost?",
        answer:
          "Between ₹3 and ₹18, by mode and amount, with taxes and bank charges extra. Topping up costs nothing.",
        more: "make-payouts/payout-methods#fees",
      },
    ],
  },
  {
    id: "developers-and-security",
    title: "Developers and security",
    questions: [
      {
        question: "How many API keys can I have?",
        answer:
          "One pair for each account. A reset replaces the secret, and the old one stops working at once.",
        more: "integrations/integrations#api-keys",
      },
      {
        question: "How do I know that a webhook is genuine?",
        answer:
          "Sort the parameters by key, join their values, compute HMAC-SHA256 with your client secret, and compare it with the signature. This is mandatory before you go live.",
        more: "make-payouts/webhooks",
      },
      {
        question: "What if my webhook endpoint is down?",
        answer:
          "Deliveries are tried again for about 75 hours, more and more rarely. An endpoint that keeps failing is disabled, and you can have the events sent again.",
      },
      {
        question: "I found a security problem. Whom do I tell?",
        answer:
          "Write to support@vitaran.example with what you found and how to repeat it. Please do not publish it before it is mended.",
      },
    ],
  },
];
