// The home page's seven questions.
import { figures } from "#app/facts/figures.ts";

export const homeQuestions = [
  {
    question: "What is Vitaran Payouts?",
    answer:
      "Open-source software that sends money from your business to anyone in India: to bank accounts, cards, UPI IDs and wallets, one payment at a time or thousands, by API or from a dashboard. It runs on your own servers, or on those of an operator with whom you sign up.",
  },
  {
    question: "What can I use payouts for?",
    answer:
      "To pay vendors and suppliers, refund customers, disburse loans to borrowers, and pay salaries to employees.",
  },
  {
    question: "How do I start?",
    answer:
      "Follow the Quick Start: start the sandbox, send a test payout, verify a webhook. To go live, work through the go-live checklist and connect a bank or a payout service of yours.",
  },
  {
    question: "Do I need a registered business?",
    answer:
      "Yes. You need valid business documents before you can send money. The operator of the installation that you use asks for them, and so does the bank; if you run it yourself, only the bank does. The sandbox needs none.",
  },
  {
    question: "How fast are payouts?",
    answer: `IMPS and UPI are instant, 24x7, holidays included. NEFT takes up to about ${figures.neftTime} within banking hours. A card can take up to ${figures.cardTime} to show the credit.`,
  },
  {
    question: "Which banks are covered?",
    answer: "All major Indian banks, by IMPS, NEFT, RTGS and UPI.",
  },
  {
    question: "How do I track payouts?",
    answer:
      "In real time on the dashboard, which also has reports to download. Your systems get a webhook for every result, and can ask for the status of a transfer by API at any time.",
  },
];
