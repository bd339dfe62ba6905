import assert from "node:assert/strict";
import { test } from "node:test";
import {
  containsCardNumber,
  isAccountNumber,
  isAddress,
  isCardNumber,
  isEmail,
  isIndianMobile,
  isInlineAccountNumber,
  isName,
  isPincode,
  isPlaceName,
  isRemarks,
  isVpa,
  accountOfVpa,
  isVpaToKeep,
  isForeignPhone,
  parsePhone,
} from "#rails";

interface Shape {
  name: string;
  check: (text: string) => boolean;
  good: string[];
  bad: string[];
}

const SHAPES: Shape[] = [
  {
    name: "account number",
    check: isAccountNumber,
    good: ["026291800001191", "1233943142", "00011020001772", "123456789", "A23456789012345678"],
    bad: ["12345678", "1234567890123456789", "12345 6789", "1234-56789", "", "१२३४५६७८९"],
  },
  {
    name: "account number given with the transfer",
    check: isInlineAccountNumber,
    good: ["123456", "1".repeat(40)],
    bad: ["12345", "1".repeat(41), "12345_6"],
  },
  {
    name: "VPA",
    check: isVpa,
    good: ["success@upi", "a.b-c_d@okbank", "9876543210@ybl", `${"a".repeat(95)}@upi1`],
    bad: ["", "upi", "a@", "@upi", "a@b@c", "a b@upi", "a@u-pi", "a@1pi", `${"a".repeat(97)}@upi`, "a@upi\n"],
  },
  {
    name: "e-mail address",
    check: isEmail,
    good: ["a@b.in", "first.last@localhost", "x+y@sub.example.com"],
    bad: [
      "",
      "a.b",
      "a@b",
      "a@@b.in",
      "a b@c.in",
      "a@b.in\r\nBcc: c@d.in",
      '"a"@b.in',
      `${"a".repeat(196)}@b.in`,
    ],
  },
  {
    name: "name",
    check: isName,
    good: ["Asha Rao", "M/s D'Souza & Sons (Pvt.) Ltd", "आशा राव", "7 Hills", "x".repeat(100)],
    bad: ["", "   ", "---", "x".repeat(101), "a\nb", "a\u0000"],
  },
  {
    name: "address",
    check: isAddress,
    good: ["12, MG Road", "#4"],
    bad: ["", "  ", "x".repeat(151), "a\tb"],
  },
  {
    name: "city or state",
    check: isPlaceName,
    good: ["Gurgaon", "Tamil Nadu", "कोच्चि"],
    bad: ["", " ", "Sector 5", "x".repeat(51), "New-Delhi"],
  },
  { name: "pincode", check: isPincode, good: ["122001", "000000"], bad: ["", "12200", "1220011", "12200a"] },
  {
    name: "remark",
    check: isRemarks,
    good: ["", "Salary July 2026", "a".repeat(70)],
    bad: ["a".repeat(71), "pay-out", "₹5", "वेतन", "a_b"],
  },
  {
    name: "Indian mobile number",
    check: isIndianMobile,
    good: ["9876543210", "919876543210", "09876543210", "6000000000"],
    bad: ["5876543210", "98765432", "98765432101"],
  },
];

for (const { name, check, good, bad } of SHAPES) {
  test(`the shape of ${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`, () => {
    for (const text of good) assert.equal(check(text), true, JSON.stringify(text));
    for (const text of bad) assert.equal(check(text), false, JSON.stringify(text));
  });
}

test("a phone number is 8 to 12 digits, however it is written", () => {
  for (const text of [
    "9876543210",
    "+919876543210",
    "919876543210",
    "09876543210",
    " +91 98765 43210 ",
    "+91-98765-43210",
    "0 98765 43210",
    "(+91) 98765.43210",
    "+91 (0)98765 43210",
    "00919876543210",
    "0091 98765 43210",
    "91 9876543210",
    "+91\u00a098765\u00a043210",
    "\u202a+91 98765\u201143210\u202c",
    "tel:+91-9876543210",
    "＋９１９８７６５４３２１０",
  ])
    assert.equal(parsePhone(text), "9876543210", text);
  assert.equal(parsePhone("022 2770 1234"), "2227701234", "a landline without its zero");
  assert.equal(parsePhone("12345678"), "12345678");
  for (const text of ["+1 415 555 0100", "+44 7946 0958 12", "00971 50 123 4567", "+977-9841234567"]) {
    assert.equal(parsePhone(text), null, text);
    assert.ok(isForeignPhone(text), text);
  }
  assert.ok(!isForeignPhone("+91 98765 43210") && !isForeignPhone("9876543210"));
  for (const text of ["", "1234567", "1234567890123", "+1 5550000", "+91", "+91+919876543210"]) {
    assert.equal(parsePhone(text), null, text);
  }
});

/** Test numbers that the networks publish, and RuPay ones made to pass the check. */
const CARDS = [
  "4111111111111111",
  "5555555555554444",
  "2223003122003222",
  "378282246310005",
  "30569309025904",
];
const RUPAY = [
  "6521000000000007",
  "6071000000000003",
  "8172000000000004",
  "5085000000000006",
  "3561000000000001",
];

/** Returns the same digits with the last one set so that the Luhn check passes. */
function withCheckDigit(digits: string): string {
  const found = Array.from({ length: 10 }, (_, digit) => digits.slice(0, -1) + digit).filter((number) => {
    const sum = [...number].toReversed().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  });
  return found[0]!;
}

test("card numbers of every network seen in India are recognised, RuPay included", () => {
  for (const number of [...CARDS, ...RUPAY.map(withCheckDigit)]) {
    assert.equal(isCardNumber(number), true, number);
    const other = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
    assert.equal(isCardNumber(other), false, `${other} fails the check digit`);
  }
  for (const digits of ["", "0000000000000000", "4111 1111 1111 1111", "1".repeat(20)]) {
    assert.equal(isCardNumber(digits), false, digits);
  }
});

test("a card number is found in free text, together or in groups, and other numbers are left alone", () => {
  const hiding = [
    "pay 4111111111111111 now",
    "4111-1111-1111-1111",
    "no. 4111 1111 1111 1111.",
    "3782 822463 10005",
    "card4111111111111111",
    "4111.1111.1111.1111",
    "4111\u00a01111\u00a01111\u00a01111",
    "\u096a\u0967\u0967\u0967 \u0967\u0967\u0967\u0967 \u0967\u0967\u0967\u0967 \u0967\u0967\u0967\u0967",
    "\uff14\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11",
  ];
  for (const text of hiding) assert.equal(containsCardNumber(text), true, text);
  for (const text of ["", "invoice 20261118", "94111111111111111119", "4111 1111 1111", "4111111111111112"]) {
    assert.equal(containsCardNumber(text), false, text);
  }
});

test("UTRs and Aadhaar numbers are no card numbers, whatever their check digit", () => {
  for (let last = 0; last < 100; last += 1) {
    const digits = String(632_602_000_000 + last);
    const groups = digits.replace(/(\d{4})(?=\d)/g, "$1 ");
    for (const text of [`Refund of ${digits}`, groups]) assert.equal(containsCardNumber(text), false, text);
  }
});

test("a VPA with a card's number is not kept, while an account's is", () => {
  const rupay = `${withCheckDigit("6521000000000000")}@rupay.npci`;
  for (const vpa of ["4111111111111111@upi", rupay, "4111-1111.1111_1111@okaxis"])
    assert.equal(isVpaToKeep(vpa), false, vpa);
  for (const vpa of ["00912345678901@hdfc0000001.IFSC.npci", "00912345678901@HDFC0000001.ifsc.npci"])
    assert.deepEqual(accountOfVpa(vpa), { accountNumber: "00912345678901", ifsc: "HDFC0000001" });
  for (const vpa of ["9876543210@upi", "9876543210@hdfc.ifsc.npci", "a@HDFC0000001.ifsc.npci.example"])
    assert.equal(accountOfVpa(vpa), null);
  for (const vpa of ["9876543210@upi", "4111111111111111@HDFC0000001.ifsc.npci", "499118665246@aadhaar.npci"])
    assert.equal(isVpaToKeep(vpa), true, vpa);
});
