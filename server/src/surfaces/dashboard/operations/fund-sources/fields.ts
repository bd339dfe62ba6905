/** Fields that several operations about money have. */
import { text } from "#http";

export const remarks = () =>
  text({
    min: 0,
    max: 70,
    pattern: /^[A-Za-z0-9 ]*$/,
    says: "Remarks can have only letters, digits and spaces.",
  });

/** The caller's own ID of something. The same ID is always the same thing. */
export function ownKey(max: number) {
  return text({
    max,
    cards: "in_ids",
    pattern: /^[A-Za-z0-9_-]+$/,
    says: `It has 1 to ${max} letters, digits, hyphens or underscores, and is no card number.`,
  });
}
