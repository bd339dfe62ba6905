// How the name given is compared with the name the bank has, and whether money is sent.
export const nameMatches = [
  { outcome: "Direct match", score: 100, paid: true, meaning: "Both names are the same" },
  { outcome: "Good partial match", score: 85, paid: true, meaning: "The names differ in small things only" },
  { outcome: "Moderate partial match", score: 61, paid: false, meaning: "Only a part of the name agrees" },
  { outcome: "Poor partial match", score: 55, paid: false, meaning: "Little agrees" },
  { outcome: "No match", score: 14, paid: false, meaning: "Another name" },
] as const;
