// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.util.List;
import vitaran.AnsweredFile;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Operation;

/** The verbs of {@code reports}: {@code vitaran.reports()}. Safe for many threads. */
public class Reports {
  private static final Operation REQUEST =
      Operation.of("reports.request", "POST", "/payout/v1.2/reports")
          .change("reports.list")
          .build();
  private static final Operation LIST =
      Operation.of("reports.list", "GET", "/payout/v1.2/reports")
          .list("reports", Operation.Turn.LAST_RETURN_ID)
          .inQuery("maxReturn", "lastReturnId")
          .build();
  private static final Operation GET =
      Operation.of("reports.get", "GET", "/payout/v1.2/reports/{id}")
          .build();
  private static final Operation FILE =
      Operation.of("reports.file", "GET", "/payout/v1.2/reports/{id}/file")
          .answersFile()
          .build();

  private final Calls calls;

  public Reports(Calls calls) {
    this.calls = calls;
  }

  /**
   * Create a report.
   *
   * <p>An extension of the classic contract. The file is created in the background: get {@code /reports/{id}}
   * until it is READY. At most 30 days, in Indian time, including the first and the last. Columns by type:
   * {@code transfer}: transferId, referenceId, beneId, beneName, phone, bankAccount, ifsc, vpa, card, amount,
   * fee, tax, transferMode, rail, status, acknowledged, utr, reason, remarks, paymentInstrumentId, bank,
   * addedOn, sentOn, processedOn; {@code pending_transfer}: transferId, referenceId, beneId, beneName, phone,
   * bankAccount, ifsc, vpa, card, amount, fee, tax, transferMode, rail, status, waitsFor, utr, remarks,
   * paymentInstrumentId, bank, addedOn, sentOn; {@code flowgram}: cashgramId, referenceId, amount, name, phone,
   * email, status, reason, transferReferenceId, utr, remarks, addedOn, expiresOn, endedOn;
   * {@code account_statement}: date, type, transferId, referenceId, utr, remarks, debit, credit, charges,
   * notCounted, balance; {@code reversed_transfers}: reversedOn, transferId, referenceId, beneId, beneName,
   * phone, bankAccount, ifsc, vpa, card, amount, fee, tax, transferMode, rail, status, reason, utr, returnUtr,
   * remarks, paymentInstrumentId, bank, addedOn, sentOn, daysTaken.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code reports.list}
   */
  public RequestResult request(RequestInput input) {
    return calls.call(REQUEST, input, RequestResult.class);
  }

  /**
   * List reports.
   *
   * <p>An extension of the classic contract. Newest first; pass {@code lastReturnId} to get the next page.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 429, 502, 503
   */
  public Listing<ListItem> list(ListInput input) {
    return calls.list(LIST, input, ListItem.class);
  }

  /**
   * List reports.
   *
   * <p>An extension of the classic contract. Newest first; pass {@code lastReturnId} to get the next page.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 429, 502, 503
   */
  public Listing<ListItem> list() {
    return calls.list(LIST, Input.EMPTY, ListItem.class);
  }

  /**
   * Get a report.
   *
   * <p>An extension of the classic contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Download a report.
   *
   * <p>An extension of the classic contract. Files are kept for seven days; {@code Repr-Digest} holds the
   * SHA-256. Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 409, 410, 412, 429, 502,
   *     503
   */
  public AnsweredFile file(FileInput input) {
    return calls.file(FILE, input);
  }

  /** The input of {@code reports.request}. */
  public static final class RequestInput extends Input {
    private RequestInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<RequestInput, Builder> {
      /**
       * Needed. One of {@code transfer}, {@code pending_transfer}, {@code flowgram}, {@code account_statement},
       * {@code reversed_transfers}.
       */
      public Builder type(String value) {
        return set("type", value);
      }

      /** One of {@code csv}, {@code xlsx}, {@code xls}. */
      public Builder format(String value) {
        return set("format", value);
      }

      /** Default: the name of the type. */
      public Builder name(String value) {
        return set("name", value);
      }

      /** Needed. */
      public Builder startDate(String value) {
        return set("startDate", value);
      }

      /** Needed. */
      public Builder endDate(String value) {
        return set("endDate", value);
      }

      /** In the order of the file, as a list or separated by commas. Default: all. */
      public Builder columns(List<String> value) {
        return set("columns", value);
      }

      /** For an account statement: the fund source. Default: the wallet. */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      @Override
      public RequestInput build() {
        return new RequestInput(this);
      }
    }
  }

  /**
   * The answer of {@code reports.request}.
   *
   * @param type One of {@code transfer}, {@code pending_transfer}, {@code flowgram},
   *     {@code account_statement}, {@code reversed_transfers}.
   * @param format One of {@code csv}, {@code xlsx}, {@code xls}.
   * @param paymentInstrumentId For an account statement; otherwise empty.
   * @param status EXPIRED: the seven days for which we keep the file are over. One of {@code REQUESTED},
   *     {@code RUNNING}, {@code READY}, {@code FAILED}, {@code EXPIRED}.
   * @param reason Why the report failed; otherwise empty.
   * @param rowCount While the report is being created: rows so far.
   * @param sha256 SHA-256 of the file, in hexadecimal; empty until it is ready.
   * @param requestedOn Indian time; empty until it happens.
   * @param asOf The report covers everything recorded before this time (Indian time).
   * @param finishedOn Indian time; empty until it happens.
   * @param expiresOn Indian time; empty until it happens.
   * @param openingBalance For an account statement that is ready; otherwise empty.
   * @param closingBalance For an account statement that is ready; otherwise empty.
   * @param requestId The id under which the server has logged the call.
   */
  public record RequestResult(
      String subCode,
      String message,
      String reportId,
      String name,
      String type,
      String format,
      List<String> columns,
      String startDate,
      String endDate,
      String paymentInstrumentId,
      String status,
      String reason,
      Long rowCount,
      Long sizeBytes,
      String sha256,
      String requestedOn,
      String asOf,
      String finishedOn,
      String expiresOn,
      String openingBalance,
      String closingBalance,
      String requestId) {}

  /** The input of {@code reports.list}. */
  public static final class ListInput extends Input {
    private ListInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<ListInput, Builder> {
      public Builder maxReturn(long value) {
        return set("maxReturn", value);
      }

      @Override
      public ListInput build() {
        return new ListInput(this);
      }
    }
  }

  /**
   * One of the list of {@code reports.list}.
   *
   * @param type One of {@code transfer}, {@code pending_transfer}, {@code flowgram},
   *     {@code account_statement}, {@code reversed_transfers}.
   * @param format One of {@code csv}, {@code xlsx}, {@code xls}.
   * @param paymentInstrumentId For an account statement; otherwise empty.
   * @param status EXPIRED: the seven days for which we keep the file are over. One of {@code REQUESTED},
   *     {@code RUNNING}, {@code READY}, {@code FAILED}, {@code EXPIRED}.
   * @param reason Why the report failed; otherwise empty.
   * @param rowCount While the report is being created: rows so far.
   * @param sha256 SHA-256 of the file, in hexadecimal; empty until it is ready.
   * @param requestedOn Indian time; empty until it happens.
   * @param asOf The report covers everything recorded before this time (Indian time).
   * @param finishedOn Indian time; empty until it happens.
   * @param expiresOn Indian time; empty until it happens.
   * @param openingBalance For an account statement that is ready; otherwise empty.
   * @param closingBalance For an account statement that is ready; otherwise empty.
   */
  public record ListItem(
      String reportId,
      String name,
      String type,
      String format,
      List<String> columns,
      String startDate,
      String endDate,
      String paymentInstrumentId,
      String status,
      String reason,
      Long rowCount,
      Long sizeBytes,
      String sha256,
      String requestedOn,
      String asOf,
      String finishedOn,
      String expiresOn,
      String openingBalance,
      String closingBalance) {}

  /** The input of {@code reports.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      /** Needed. The {@code reportId}. */
      public Builder id(String value) {
        return set("id", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code reports.get}.
   *
   * @param type One of {@code transfer}, {@code pending_transfer}, {@code flowgram},
   *     {@code account_statement}, {@code reversed_transfers}.
   * @param format One of {@code csv}, {@code xlsx}, {@code xls}.
   * @param paymentInstrumentId For an account statement; otherwise empty.
   * @param status EXPIRED: the seven days for which we keep the file are over. One of {@code REQUESTED},
   *     {@code RUNNING}, {@code READY}, {@code FAILED}, {@code EXPIRED}.
   * @param reason Why the report failed; otherwise empty.
   * @param rowCount While the report is being created: rows so far.
   * @param sha256 SHA-256 of the file, in hexadecimal; empty until it is ready.
   * @param requestedOn Indian time; empty until it happens.
   * @param asOf The report covers everything recorded before this time (Indian time).
   * @param finishedOn Indian time; empty until it happens.
   * @param expiresOn Indian time; empty until it happens.
   * @param openingBalance For an account statement that is ready; otherwise empty.
   * @param closingBalance For an account statement that is ready; otherwise empty.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetResult(
      String subCode,
      String message,
      String reportId,
      String name,
      String type,
      String format,
      List<String> columns,
      String startDate,
      String endDate,
      String paymentInstrumentId,
      String status,
      String reason,
      Long rowCount,
      Long sizeBytes,
      String sha256,
      String requestedOn,
      String asOf,
      String finishedOn,
      String expiresOn,
      String openingBalance,
      String closingBalance,
      String requestId) {}

  /** The input of {@code reports.file}. */
  public static final class FileInput extends Input {
    private FileInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<FileInput, Builder> {
      /** Needed. The {@code reportId}. */
      public Builder id(String value) {
        return set("id", value);
      }

      @Override
      public FileInput build() {
        return new FileInput(this);
      }
    }
  }
}
