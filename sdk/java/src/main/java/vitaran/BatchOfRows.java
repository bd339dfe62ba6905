package vitaran;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import vitaran.api.Batches;

/** Rows that are paid as one batch; its format is found from how the rows name their payees. */
public final class BatchOfRows extends Input {
  private static final int ROWS_MAX = 500;

  /** Which field names the payee, and the format that it makes. */
  private static final Map<String, String> FORMATS =
      Map.of("beneId", "BENEFICIARY_ID", "bankAccount", "BANK_ACCOUNT", "vpa", "UPI");

  private final List<BatchRow> rows;

  private BatchOfRows(Builder builder) {
    super(builder);
    rows = builder.rows;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * What the rows make together: to compare with what you meant to pay.
   *
   * @throws InvalidInputException for an amount that is none
   */
  public static Money sum(List<BatchRow> rows) {
    return Money.sum(rows.stream().map(row -> Money.read(row.fields().get("amount"), "amount")).toList());
  }

  /**
   * Rows as the input of {@code batches.create}.
   *
   * @throws InvalidInputException naming the row, from 1, when rows are mixed, repeat a transferId, have a bad amount,
   *     or are none or more than 500 (more go by {@code batches.upload})
   */
  Batches.CreateInput toInput() {
    if (rows.isEmpty() || rows.size() > ROWS_MAX) {
      String more = "up to 10,000 go as a file, with batches.upload";
      throw new InvalidInputException(
          "rows: " + rows.size() + " rows; a batch has 1 to " + ROWS_MAX + ", and " + more, "rows");
    }
    Map<String, Integer> seen = new HashMap<>();
    String first = checkRow(rows.get(0), 1, seen);
    for (int number = 2; number <= rows.size(); number += 1) {
      String format = checkRow(rows.get(number - 1), number, seen);
      if (format.equals(first)) continue;
      String said = "row 1 is " + first + ", row " + number + " is " + format;
      throw new InvalidInputException("rows: " + said + "; a batch has rows of one format", "rows");
    }
    Batches.CreateInput.Builder input = Batches.CreateInput.builder();
    fields().forEach((name, value) -> input.with(name.equals("rows") ? "batch" : name, value));
    return input.batchFormat(first).build();
  }

  private static String checkRow(BatchRow row, int number, Map<String, Integer> seen) {
    String where = "row " + number;
    Money.read(row.fields().get("amount"), where + ", amount");
    if (!(row.fields().get("transferId") instanceof String id) || id.isEmpty()) {
      throw new InvalidInputException(where + ", transferId is missing", "transferId");
    }
    Integer earlier = seen.put(id, number);
    if (earlier != null) {
      throw new InvalidInputException(
          where + " repeats the transferId of row " + earlier + ": " + id, "transferId");
    }
    List<String> named =
        FORMATS.keySet().stream()
            .filter(name -> row.fields().getOrDefault(name, "") instanceof String text && !text.isEmpty())
            .sorted()
            .toList();
    if (named.size() == 1) return FORMATS.get(named.get(0));
    String said = named.isEmpty() ? "names no payee" : "names its payee by " + String.join(" and ", named);
    throw new InvalidInputException(where + " " + said + ": give one of beneId, bankAccount and vpa", "rows");
  }

  public static final class Builder extends Input.Builder<BatchOfRows, Builder> {
    private List<BatchRow> rows = List.of();

    private Builder() {}

    /** Needed. Your own id of the batch; the same id is paid once. */
    public Builder batchTransferId(String value) {
      return set("batchTransferId", value);
    }

    /** Needed. 1 to 500 rows. */
    public Builder rows(List<BatchRow> value) {
      rows = List.copyOf(value);
      return set("rows", rows);
    }

    /** The fund source that pays. */
    public Builder paymentInstrumentId(String value) {
      return set("paymentInstrumentId", value);
    }

    @Override
    public BatchOfRows build() {
      return new BatchOfRows(this);
    }
  }
}
