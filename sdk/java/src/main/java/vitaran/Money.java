package vitaran;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.regex.Pattern;

/**
 * An exact amount, from 0.00 to 9999999999999.99 rupees; never floating point.
 *
 * @param paise whole paise; a rupee has a hundred
 */
public record Money(long paise) implements Comparable<Money> {
  private static final Pattern RUPEES = Pattern.compile("[0-9]{1,13}(\\.[0-9]{1,2})?");
  private static final long PAISE_MAX = 999_999_999_999_999L;

  /** @throws InvalidInputException for a negative amount, or more than 13 digits of rupees */
  public Money {
    checkPaise(paise, "amount");
  }

  /** So many paise: {@code Money.paise(124350)} is 1243.50 rupees. */
  public static Money paise(long paise) {
    return new Money(paise);
  }

  /**
   * Rupees as text with at most two decimals: {@code "1243.50"}.
   *
   * @throws InvalidInputException for anything else
   */
  public static Money rupees(String rupees) {
    return read(rupees, "amount");
  }

  /**
   * Rupees with at most two decimals.
   *
   * @throws InvalidInputException for more decimals, or a negative amount
   */
  public static Money rupees(BigDecimal rupees) {
    return read(rupees, "amount");
  }

  /** The sum of amounts; of none, 0.00. */
  public static Money sum(Collection<Money> amounts) {
    return amounts.stream().reduce(new Money(0), Money::plus);
  }

  public Money plus(Money other) {
    return new Money(paise + other.paise);
  }

  public BigDecimal toRupees() {
    return BigDecimal.valueOf(paise, 2);
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(paise, other.paise);
  }

  /** Rupees with two decimals, as they are sent: {@code 1243.50}. */
  @Override
  public String toString() {
    return toRupees().toPlainString();
  }

  /** What a caller gave as an amount; the field is named in the exception. */
  static Money read(Object amount, String field) {
    if (amount instanceof Money money) return money;
    if (amount instanceof BigDecimal rupees) return read(rupees.toPlainString(), field);
    if (amount instanceof String text) {
      if (RUPEES.matcher(text).matches()) {
        return new Money(new BigDecimal(text).movePointRight(2).longValueExact());
      }
      throw new InvalidInputException(
          field + ": \"" + text + "\" is not rupees as text with at most two decimals, as in \"1243.50\"", field);
    }
    String said = amount instanceof Number ? "the number " + amount : String.valueOf(amount);
    throw new InvalidInputException(
        field + ": " + said + " is refused, as numbers cannot hold every amount exactly; give rupees as text"
            + " (\"1243.50\") or BigDecimal, or Money.paise(124350)",
        field);
  }

  static void checkPaise(long paise, String field) {
    if (paise >= 0 && paise <= PAISE_MAX) return;
    throw new InvalidInputException(
        field + ": " + paise + " paise is negative or more than 13 digits of rupees", field);
  }
}
