// The home page's seven questions.
export const homeQuestions = [
  {
    question: "What is Vitaran Payouts?",
    answer:
      "A service that sends money from your business to anyone in India: to bank accounts, cards, UPI IDs and wallets, one by one or thousands at a time, by API or from a dashboard.",
  },
  {
    question: "What can I use payouts for?",
    answer:
      "Paying vendors and suppliers, refunding customers, disbursing loans to borrowers, and paying salaries to employees.",
  },
  {
    question: "How do I start?",
    answer:
      "Follow the quick start in the documentation: start the sandbox, send a test payout, verify a webhook. To go live, complete your business details and add money to your wallet.",
  },
  {
    question: "Do I need a registered business?",
    answer: "Yes. Valid business documents are required before money can be sent.",
  },
  {
    question: "How fast are payouts?",
    answer:
      "Instant, 24x7, holidays included, by IMPS and UPI. NEFT takes up to about 2 hours inside its window, and a card can take up to 48 hours to show the credit.",
  },
  {
    question: "Which banks are covered?",
    answer: "All major Indian banks, by IMPS, NEFT, RTGS and UPI.",
  },
  {
    question: "How do I track payouts?",
    answer:
      "In real time in the dashboard, with reports to download; by webhooks to your own systems; and by asking the API for the status of a transfer.",
  },
];
