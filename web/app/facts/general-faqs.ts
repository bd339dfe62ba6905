/** The 40 general questions, in groups. `more` links to a page with the details. */
import { figures } from "./figures.ts";

interface GeneralQuestion {
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
          "A payment from your business to someone else: a vendor, customer, borrower or employee. You send it by API, from the dashboard, or through a payout link.",
        more: "introduction",
      },
      {
        question: "Who can use Vitaran?",
        answer:
          "Registered businesses in India with valid business documents, for which the operator of the installation and its bank ask. Developers can use the whole sandbox without documents.",
      },
      {
        question: "How do I try it?",
        answer: "Start the sandbox on your computer with one command. No real money moves there.",
        more: "quickstart",
      },
      {
        question: "What do I need before going live?",
        answer:
          "Business documents that the operator of your installation has approved, a registered bank account, money in a fund source, a live key pair, webhook signature verification, and the rest of the go-live checklist.",
        more: "integrations/integrations#go-live-checklist",
      },
      {
        question: "Do I need a licence to send payouts?",
        answer:
          "You send your own money to your own payees through partner banks. If you hold money for others or lend, other rules may apply: ask your legal adviser before you go live.",
      },
      {
        question: "Can I run Vitaran on my own servers?",
        answer:
          "Yes. Vitaran is open source under Apache-2.0. You need your own agreements with banks, and your data stays on your machines.",
      },
    ],
  },
  {
    id: "making-payouts",
    title: "Making payouts",
    questions: [
      {
        question: "Which payment modes are available?",
        answer:
          "IMPS, NEFT and RTGS to bank accounts, UPI, tokenised credit and debit cards, and the wallets Paytm and Amazon Pay.",
        more: "make-payouts/payout-methods",
      },
      {
        question: "How fast does the money arrive?",
        answer: `IMPS and UPI take seconds. NEFT takes up to about ${figures.neftTime} inside its window. A card can take up to ${figures.cardTime} to show the credit.`,
      },
      {
        question: "Can I pay on Sundays and holidays?",
        answer: `Yes, with IMPS, UPI, wallets and cards. NEFT and RTGS run from ${figures.bankHours} on working days; national holidays are not working days. Outside these hours, a transfer waits for the next window.`,
      },
      {
        question: "What are the limits for one transfer?",
        answer: `IMPS ${figures.impsMost}, UPI ${figures.upiMost}, Paytm ${figures.paytmMost} with complete KYC, Amazon Pay ${figures.amazonPayMost}, cards ${figures.cardMost}. NEFT and RTGS have no upper limit; RTGS starts at ${figures.rtgsLeast}. Banks may set lower limits.`,
      },
      {
        question: "Which mode is used if I don't choose one?",
        answer: `IMPS up to ${figures.impsDefaultMost}, NEFT above. Outside NEFT hours, IMPS is used up to ${figures.impsMost}.`,
      },
      {
        question: "How many transfers can I send together?",
        answer: `Up to ${figures.fileRows} in a file. Vitaran processes a full file in about a minute; it takes longer with a bank that accepts payments more slowly.`,
        more: "make-payouts/customers",
      },
      {
        question: "Which file formats can I upload?",
        answer: ".csv, .xls and .xlsx. Use the template that you can download on the upload page.",
      },
      {
        question: "Can I pay someone without their bank details?",
        answer: "Yes: by phone number, if a UPI ID is linked to it, or with a Flowgram, a payout link.",
        more: "pay2phone/through-phone-number",
      },
      {
        question: "What can I write in the remarks?",
        answer: "Numbers, letters and spaces, up to 70 characters. Anything else is refused.",
      },
      {
        question: "Can payments require a second person's approval?",
        answer:
          "Yes. An Initiator starts the transfer, an Approver approves or rejects it. Policies apply to single transfers, batches and the API.",
        more: "make-payouts/approvals",
      },
    ],
  },
  {
    id: "statuses-and-problems",
    title: "Statuses and problems",
    questions: [
      {
        question: "What does the status Pending mean?",
        answer: `The bank has not reported the outcome yet. Do not send the payment again. Vitaran polls the bank for ${figures.pollingTime}; after that, the transfer is reconciled manually.`,
        more: "make-payouts/lifecycle",
      },
      {
        question: "What does Initiated mean?",
        answer:
          "The transfer is stored and has not reached a bank yet. Its status is RECEIVED, or PENDING just before it is sent.",
      },
      {
        question: "What does sent to beneficiary mean?",
        answer:
          "Your fund source was debited and the money is with the beneficiary's bank, which has not confirmed the credit yet. In the API this is SUCCESS with acknowledged 0.",
      },
      {
        question: "A transfer succeeded, but the payee doesn't see the money. Why?",
        answer:
          "SUCCESS means that your fund source was debited. While acknowledged is 0, the payee's bank has not confirmed the credit. Give the payee the UTR, so that their bank can find the payment.",
      },
      {
        question: "Why did my transfer fail?",
        answer:
          "Most failures come from wrong beneficiary details, a low balance, or bank downtime. Every failed transfer carries a reason.",
        more: "integrations/errors-and-reasons",
      },
      {
        question: "When is the money of a failed transfer returned?",
        answer: `If it was debited, the remitter bank returns it within ${figures.failedReturn}.`,
      },
      {
        question: "Why was my transfer rejected?",
        answer:
          "A risk rule, your block list or one of your limits stopped it; or an approver rejected it, or you cancelled it. An asynchronous transfer is also rejected if the beneficiary's details are wrong.",
      },
      {
        question: "What is a reversed transfer?",
        answer:
          "A transfer that succeeded and was then returned by the payee's bank, for example because the account is closed. The amount and the fee are back in your fund source.",
        more: "make-payouts/transfer-reversals",
      },
      {
        question: "I paid the wrong account. What can I do?",
        answer: `You cannot reverse a confirmed transfer. Request a recall within ${figures.recallTime} of the payment; the payee has to agree.`,
        more: "make-payouts/recall-transfers-made",
      },
      {
        question: "My request timed out. Was the money sent?",
        answer:
          "Get the status with your transfer ID. If you send the request again, use the same ID: one ID is never paid twice.",
        more: "integrations/retries-and-duplicates",
      },
    ],
  },
  {
    id: "beneficiaries",
    title: "Beneficiaries",
    questions: [
      {
        question: "How soon can I pay a new beneficiary?",
        answer: "Immediately. There is no cool-off period, unless you set one.",
      },
      {
        question: "Can I change a beneficiary's bank account?",
        answer: "No. Delete it and add it again with the new details. Past transfers keep the old ones.",
        more: "beneficiary-management",
      },
      {
        question: "Which details does each type of payout require?",
        answer:
          "All but wallets require ID, name, e-mail and phone. A bank account also requires the account number and IFSC, a card its token or, for a stored beneficiary, the masked card number, and UPI the VPA. A wallet requires only the phone number.",
      },
      {
        question: "How is the name checked in phone payouts?",
        answer: "Only a direct match (100) or good partial match (85) with the bank's record is paid.",
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
          "An account from which payouts are made: the wallet you get when you sign up with the operator of your installation, or a connected bank account. You can have several and split payouts between them.",
        more: "fund-management/introduction",
      },
      {
        question: "How do I add money to the wallet?",
        answer: `Transfer it from your registered bank account to the wallet's account number and IFSC. Money from other accounts is refunded within ${figures.refundTime}.`,
        more: "fund-management/vitaran-wallet",
      },
      {
        question: "What happens when the balance is too low?",
        answer: `The transfer fails and its ID is used up. With queuing on, it waits for funds instead, for ${figures.queueDefault} by default; you can set ${figures.queueLeast} to ${figures.queueMost}.`,
        more: "low-balance/low-balance-transfer-queuing",
      },
      {
        question: "Can I get a warning before the balance is too low?",
        answer: "Yes. Set a threshold for each fund source, and you get an e-mail and a webhook.",
        more: "low-balance/set-threshold",
      },
      {
        question: "How do I withdraw money?",
        answer: `Open Fund Sources, choose the wallet, then Withdraw. The money goes only to your registered business bank account. You can make up to ${figures.withdrawalsPerDay} withdrawals a day. They are processed from ${figures.withdrawalHours} on NEFT working days and cannot be cancelled.`,
      },
      {
        question: "What does a transfer cost?",
        answer: `${figures.feeLeast} to ${figures.feeMost}, depending on mode and amount, plus taxes and bank charges. Topping up is free. The operator of the installation charges these fees; the software itself is free.`,
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
        answer: "One pair per account. A reset replaces the secret; the old one stops working immediately.",
        more: "integrations/integrations#api-keys",
      },
      {
        question: "How do I verify that a webhook is genuine?",
        answer:
          "Take all parameters except signature, sort them by key, join their values, compute HMAC-SHA256 with your client secret, and compare the Base64 result with signature. This is mandatory before you go live.",
        more: "make-payouts/webhooks",
      },
      {
        question: "What if my webhook endpoint is down?",
        answer: `Failed deliveries are retried for about ${figures.webhookTime}, at growing intervals. An endpoint that keeps failing is disabled. You can replay the events it missed.`,
      },
      {
        question: "How do I report a security problem?",
        answer:
          "Write to support@vitaran.example with what you found and how to reproduce it. You get a reply within three working days. Please give us 90 days before you publish it.",
      },
    ],
  },
];
