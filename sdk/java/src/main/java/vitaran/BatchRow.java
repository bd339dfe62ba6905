package vitaran;

import java.math.BigDecimal;
import java.util.Map;

/** A row of a batch, as a spreadsheet has it: the payee is named in one way only. */
public final class BatchRow extends Input {
  private BatchRow(Builder builder) {
    super(builder);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A row of a table, by the names of its columns; empty cells are left out. */
  public static BatchRow of(Map<String, ?> row) {
    Builder builder = builder();
    row.forEach((name, value) -> builder.with(name, "".equals(value) ? null : value));
    return builder.build();
  }

  public static final class Builder extends Input.Builder<BatchRow, Builder> {
    private Builder() {}

    /** Needed. Your own id of the transfer; the same id is paid once. */
    public Builder transferId(String value) {
      return set("transferId", value);
    }

    /** Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. */
    public Builder amount(String value) {
      return set("amount", value);
    }

    /** Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. */
    public Builder amount(BigDecimal value) {
      return set("amount", value);
    }

    /** Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. */
    public Builder amount(Money value) {
      return set("amount", value);
    }

    /**
     * One of {@code banktransfer}, {@code imps}, {@code neft}, {@code rtgs}, {@code upi}, {@code paytm},
     * {@code amazonpay}.
     */
    public Builder transferMode(String value) {
      return set("transferMode", value);
    }

    public Builder remarks(String value) {
      return set("remarks", value);
    }

    /** A listed beneficiary. */
    public Builder beneId(String value) {
      return set("beneId", value);
    }

    /** A bank account, with {@code ifsc}, {@code name}, {@code phone} and {@code email}. */
    public Builder bankAccount(String value) {
      return set("bankAccount", value);
    }

    public Builder ifsc(String value) {
      return set("ifsc", value);
    }

    /** A UPI ID, with {@code name}, {@code phone} and {@code email}. */
    public Builder vpa(String value) {
      return set("vpa", value);
    }

    public Builder name(String value) {
      return set("name", value);
    }

    public Builder phone(String value) {
      return set("phone", value);
    }

    public Builder email(String value) {
      return set("email", value);
    }

    @Override
    public BatchRow build() {
      return new BatchRow(this);
    }
  }
}
