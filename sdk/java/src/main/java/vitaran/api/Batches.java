// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.math.BigDecimal;
import java.util.List;
import vitaran.AnsweredFile;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Money;
import vitaran.Operation;

/** The verbs of {@code batches}: {@code vitaran.batches()}. Safe for many threads. */
public class Batches {
  private static final Operation CREATE =
      Operation.of("batches.create", "POST", "/payout/v1.2/requestBatchTransfer")
          .order("batchTransferId", "batches.get")
          .amounts("batch.*.amount")
          .build();
  private static final Operation GET =
      Operation.of("batches.get", "GET", "/payout/v1.3/getBatchTransferStatus")
          .inQuery("batchTransferId")
          .build();
  private static final Operation UPLOAD =
      Operation.of("batches.upload", "POST", "/payout/v1.2/batchFiles")
          .change("batches.list")
          .inQuery("format", "name", "deleteBene", "paymentInstrumentId", "rowCount", "amount")
          .amounts("amount")
          .sendsFile()
          .build();
  private static final Operation LIST =
      Operation.of("batches.list", "GET", "/payout/v1.2/batchFiles")
          .list("batches", Operation.Turn.LAST_RETURN_ID)
          .inQuery("maxReturn", "lastReturnId")
          .build();
  private static final Operation GET_FILE =
      Operation.of("batches.getFile", "GET", "/payout/v1.2/batchFiles/{id}")
          .inQuery("maxReturn", "lastReturnId")
          .build();
  private static final Operation LIST_ROWS =
      Operation.of("batches.listRows", "GET", "/payout/v1.2/batchFiles/{id}")
          .list("rows", Operation.Turn.LAST_RETURN_ID)
          .inQuery("maxReturn", "lastReturnId")
          .build();
  private static final Operation RESULT =
      Operation.of("batches.result", "GET", "/payout/v1.2/batchFiles/{id}/result")
          .inQuery("type")
          .answersFile()
          .build();
  private static final Operation RETRY_FAILED =
      Operation.of("batches.retryFailed", "POST", "/payout/v1.2/batchFiles/{id}/clone")
          .change("batches.list")
          .build();
  private static final Operation TEMPLATE =
      Operation.of("batches.template", "GET", "/payout/v1.2/batchTemplates/{format}")
          .inQuery("type")
          .answersFile()
          .build();

  private final Calls calls;

  public Batches(Calls calls) {
    this.calls = calls;
  }

  /**
   * Create a batch.
   *
   * <p>Pays up to 500 transfers in one call. Responds as soon as the rows are stored. An invalid row never
   * rejects the others: getBatchTransferStatus gives its {@code failureReason}. A payee without a beneficiary ID
   * becomes a beneficiary, except for cards; rows with the same bank account pay the same beneficiary.
   *
   * <p>Repeated only under the same id, which pays once.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code batches.get}
   */
  public CreateResult create(CreateInput input) {
    return calls.call(CREATE, input, CreateResult.class);
  }

  /**
   * Get a batch and its transfers.
   *
   * <p>Rows are listed as soon as the batch is accepted, in the order you sent them.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Upload a batch file.
   *
   * <p>Pays up to 10,000 transfers, or adds beneficiaries, from a file. The request body is the file itself
   * (.csv, .xlsx or .xls, up to 5 MB) with the columns of its template. In a workbook the first visible sheet is
   * read; data on any other visible sheet is refused. Amounts may be written as people write them (₹1,25,000.00,
   * Rs. 500/-). A cell that cannot be trusted (lost zeros, a formula, an amount that is shown otherwise than it
   * is held, merged cells) or an invalid value fails only its own row, with the reason. Our extension of the
   * contract.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code batches.list}
   */
  public UploadResult upload(UploadInput input) {
    return calls.call(UPLOAD, input, UploadResult.class);
  }

  /**
   * List batches.
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
   * List batches.
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
   * Get a batch with its totals and rows.
   *
   * <p>An extension of the classic contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 429, 502, 503
   */
  public GetFileResult getFile(GetFileInput input) {
    return calls.call(GET_FILE, input, GetFileResult.class);
  }

  /**
   * Get a batch with its totals and rows.
   *
   * <p>An extension of the classic contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 429, 502, 503
   */
  public Listing<ListRowsItem> listRows(ListRowsInput input) {
    return calls.list(LIST_ROWS, input, ListRowsItem.class);
  }

  /**
   * Download the results of a batch.
   *
   * <p>A file with every row and its outcome. Of account numbers it has the last four characters. While the
   * batch is in progress it shows the outcomes so far. Our extension of the contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public AnsweredFile result(ResultInput input) {
    return calls.file(RESULT, input);
  }

  /**
   * Retry the failed rows of a batch.
   *
   * <p>Creates a new batch from the failed rows. Rows with wrong values are left out, as they would fail again.
   * A row that already has a transfer gets a new transfer ID, {@code <transferId>_r2}. A row is paid once even
   * if you retry the batch twice. Card rows are never retried: their tokens were issued for one payment. Our
   * extension of the contract.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code batches.list}
   */
  public RetryFailedResult retryFailed(RetryFailedInput input) {
    return calls.call(RETRY_FAILED, input, RetryFailedResult.class);
  }

  /**
   * Download a batch template.
   *
   * <p>The header row, without data. An extension of the classic contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 409, 412, 422, 429, 502, 503
   */
  public AnsweredFile template(TemplateInput input) {
    return calls.file(TEMPLATE, input);
  }

  /** The input of {@code batches.create}. */
  public static final class CreateInput extends Input {
    private CreateInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<CreateInput, Builder> {
      /** Needed. */
      public Builder batchTransferId(String value) {
        return set("batchTransferId", value);
      }

      /**
       * Needed. One of {@code BENEFICIARY_ID}, {@code BANK_ACCOUNT}, {@code UPI}, {@code PAYTM},
       * {@code AMAZONPAY}, {@code CARD}.
       */
      public Builder batchFormat(String value) {
        return set("batchFormat", value);
      }

      /**
       * 1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on
       * BENEFICIARY_ID and CARD.
       */
      public Builder deleteBene(int value) {
        return set("deleteBene", value);
      }

      /** Needed. 1 to 500 rows. */
      public Builder batch(List<BatchItem> value) {
        return set("batch", value);
      }

      /**
       * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund
       * source.
       */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      @Override
      public CreateInput build() {
        return new CreateInput(this);
      }
    }

    /** In {@code batch}. */
    public static final class BatchItem extends Input {
      private BatchItem(Builder builder) {
        super(builder);
      }

      public static Builder builder() {
        return new Builder();
      }

      public static final class Builder extends Input.Builder<BatchItem, Builder> {
        /** Needed. Your ID for the transfer: letters, digits, hyphens and underscores. */
        public Builder transferId(String value) {
          return set("transferId", value);
        }

        /**
         * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a
         * double.
         */
        public Builder amount(String value) {
          return set("amount", value);
        }

        /**
         * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a
         * double.
         */
        public Builder amount(BigDecimal value) {
          return set("amount", value);
        }

        /**
         * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a
         * double.
         */
        public Builder amount(Money value) {
          return set("amount", value);
        }

        /**
         * With {@code banktransfer} we choose between IMPS, NEFT and RTGS. One of {@code banktransfer},
         * {@code imps}, {@code neft}, {@code rtgs}, {@code upi}, {@code paytm}, {@code amazonpay}, {@code card}.
         */
        public Builder transferMode(String value) {
          return set("transferMode", value);
        }

        /** Letters, digits and spaces. */
        public Builder remarks(String value) {
          return set("remarks", value);
        }

        public Builder beneId(String value) {
          return set("beneId", value);
        }

        public Builder name(String value) {
          return set("name", value);
        }

        public Builder email(String value) {
          return set("email", value);
        }

        /** 8 to 11 digits, with or without +91 or 0; blanks, hyphens and brackets do not count. */
        public Builder phone(String value) {
          return set("phone", value);
        }

        public Builder bankAccount(String value) {
          return set("bankAccount", value);
        }

        public Builder ifsc(String value) {
          return set("ifsc", value);
        }

        public Builder vpa(String value) {
          return set("vpa", value);
        }

        public Builder token(String value) {
          return set("token", value);
        }

        /** One of {@code DEBIT}, {@code CREDIT}. */
        public Builder cardType(String value) {
          return set("cardType", value);
        }

        /** One of {@code VISA}, {@code MASTERCARD}. */
        public Builder networkType(String value) {
          return set("networkType", value);
        }

        /** Required for a token made of digits. */
        public Builder cryptogram(String value) {
          return set("cryptogram", value);
        }

        public Builder tokenExpiry(String value) {
          return set("tokenExpiry", value);
        }

        public Builder tokenPANSequenceNumber(String value) {
          return set("tokenPANSequenceNumber", value);
        }

        @Override
        public BatchItem build() {
          return new BatchItem(this);
        }
      }
    }
  }

  /**
   * The answer of {@code batches.create}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record CreateResult(
      String status,
      String subCode,
      String message,
      Long referenceId,
      String requestId) {}

  /** The input of {@code batches.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      /** Needed. */
      public Builder batchTransferId(String value) {
        return set("batchTransferId", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code batches.get}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param paymentInstrumentId The fund source that pays; in v1.2.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetResult(
      String status,
      String subCode,
      String message,
      Long rowCount,
      Long referenceId,
      String paymentInstrumentId,
      List<TransfersItem> transfers,
      String requestId) {
    /**
     * In {@code transfers}.
     *
     * @param referenceId 0 until there is a transfer.
     * @param status One of {@code RECEIVED}, {@code APPROVAL_PENDING}, {@code QUEUED}, {@code PENDING},
     *     {@code SUCCESS}, {@code FAILED}, {@code REJECTED}, {@code REVERSED}.
     * @param addedOn Indian time; {@code 0000-00-00 00:00:00} until it happens.
     * @param processedOn Indian time; {@code 0000-00-00 00:00:00} until it happens.
     * @param failureReason Why the row was rejected, failed or was reversed.
     * @param description For a row that failed and was paid later: what happened to the money, and what to
     *     do.
     */
    public record TransfersItem(
        String transferId,
        String beneId,
        Long referenceId,
        String bankAccount,
        String ifsc,
        String amount,
        String remarks,
        String status,
        String utr,
        String addedOn,
        String processedOn,
        String failureReason,
        String description) {}
  }

  /** The input of {@code batches.upload}. */
  public static final class UploadInput extends Input {
    private UploadInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<UploadInput, Builder> {
      /**
       * Needed. What the rows are: payments by format, or BENEFICIARIES to be added. One of
       * {@code BENEFICIARY_ID}, {@code BANK_ACCOUNT}, {@code UPI}, {@code PAYTM}, {@code AMAZONPAY},
       * {@code CARD}, {@code BENEFICIARIES}.
       */
      public Builder format(String value) {
        return set("format", value);
      }

      /** Shown on the dashboard. Default: the format. */
      public Builder name(String value) {
        return set("name", value);
      }

      /**
       * 1: a payee whose details are in a row replaces the beneficiary with the same ID. No effect on
       * BENEFICIARY_ID, CARD and BENEFICIARIES. One of {@code 0}, {@code 1}.
       */
      public Builder deleteBene(String value) {
        return set("deleteBene", value);
      }

      /**
       * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund
       * source.
       */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      /** How many rows you expect. If the file has another number, it is refused. */
      public Builder rowCount(long value) {
        return set("rowCount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder amount(String value) {
        return set("amount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder amount(BigDecimal value) {
        return set("amount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder amount(Money value) {
        return set("amount", value);
      }

      /** Needed. The file's bytes, or its text. */
      public Builder file(String value) {
        return set("file", value);
      }

      /** Needed. The file's bytes, or its text. */
      public Builder file(byte[] value) {
        return set("file", value);
      }

      /**
       * Needed. Of the file. One of {@code text/csv},
       * {@code application/vnd.openxmlformats-officedocument.spreadsheetml.sheet},
       * {@code application/vnd.ms-excel}, {@code application/octet-stream}.
       */
      public Builder contentType(String value) {
        return set("contentType", value);
      }

      @Override
      public UploadInput build() {
        return new UploadInput(this);
      }
    }
  }

  /**
   * The answer of {@code batches.upload}.
   *
   * @param format What the rows are: payments by format, or BENEFICIARIES to be added. One of
   *     {@code BENEFICIARY_ID}, {@code BANK_ACCOUNT}, {@code UPI}, {@code PAYTM}, {@code AMAZONPAY},
   *     {@code CARD}, {@code BENEFICIARIES}, {@code MIXED}.
   * @param status PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended
   *     unpaid. One of {@code UPLOADED}, {@code VALIDATING}, {@code AWAITING_APPROVAL}, {@code PROCESSING},
   *     {@code COMPLETED}, {@code PARTLY_FAILED}, {@code REJECTED}.
   * @param rowCount Compare this and {@code amount} with what you meant to send.
   * @param amount The sum of all rows with a readable amount.
   * @param doneRows Paid, or added.
   * @param failedRows Rejected, or ended unpaid.
   * @param contentHash A hash of everything in the rows. An approval applies to this hash.
   * @param warnings The same file was uploaded before, or several rows pay the same amount to the same
   *     payee. Nothing is held back because of it.
   * @param addedOn Indian time.
   * @param batchTransferId Your ID, if the batch was created by an API call.
   * @param reason Why the whole batch was rejected.
   * @param clonedFrom The {@code batchId} of the batch that the failed rows come from.
   * @param requestId The id under which the server has logged the call.
   */
  public record UploadResult(
      String subCode,
      String message,
      String batchId,
      Long referenceId,
      String name,
      String format,
      String status,
      Long rowCount,
      String amount,
      Long openRows,
      Long acceptedRows,
      Long rejectedRows,
      Long doneRows,
      String doneAmount,
      Long failedRows,
      String failedAmount,
      String contentHash,
      List<WarningsItem> warnings,
      String addedOn,
      String batchTransferId,
      String reason,
      String clonedFrom,
      String requestId) {
    /**
     * In {@code warnings}.
     *
     * @param kind One of {@code same_file}, {@code same_payment}.
     */
    public record WarningsItem(
        String kind,
        String text,
        List<Long> rows) {}
  }

  /** The input of {@code batches.list}. */
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
   * One of the list of {@code batches.list}.
   *
   * @param format What the rows are: payments by format, or BENEFICIARIES to be added. One of
   *     {@code BENEFICIARY_ID}, {@code BANK_ACCOUNT}, {@code UPI}, {@code PAYTM}, {@code AMAZONPAY},
   *     {@code CARD}, {@code BENEFICIARIES}, {@code MIXED}.
   * @param status PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended
   *     unpaid. One of {@code UPLOADED}, {@code VALIDATING}, {@code AWAITING_APPROVAL}, {@code PROCESSING},
   *     {@code COMPLETED}, {@code PARTLY_FAILED}, {@code REJECTED}.
   * @param rowCount Compare this and {@code amount} with what you meant to send.
   * @param amount The sum of all rows with a readable amount.
   * @param doneRows Paid, or added.
   * @param failedRows Rejected, or ended unpaid.
   * @param contentHash A hash of everything in the rows. An approval applies to this hash.
   * @param warnings The same file was uploaded before, or several rows pay the same amount to the same
   *     payee. Nothing is held back because of it.
   * @param addedOn Indian time.
   * @param batchTransferId Your ID, if the batch was created by an API call.
   * @param reason Why the whole batch was rejected.
   * @param clonedFrom The {@code batchId} of the batch that the failed rows come from.
   */
  public record ListItem(
      String batchId,
      Long referenceId,
      String name,
      String format,
      String status,
      Long rowCount,
      String amount,
      Long openRows,
      Long acceptedRows,
      Long rejectedRows,
      Long doneRows,
      String doneAmount,
      Long failedRows,
      String failedAmount,
      String contentHash,
      List<WarningsItem> warnings,
      String addedOn,
      String batchTransferId,
      String reason,
      String clonedFrom) {
    /**
     * In {@code warnings}.
     *
     * @param kind One of {@code same_file}, {@code same_payment}.
     */
    public record WarningsItem(
        String kind,
        String text,
        List<Long> rows) {}
  }

  /** The input of {@code batches.getFile}. */
  public static final class GetFileInput extends Input {
    private GetFileInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetFileInput, Builder> {
      /** Needed. The {@code batchId}. */
      public Builder id(String value) {
        return set("id", value);
      }

      public Builder maxReturn(long value) {
        return set("maxReturn", value);
      }

      public Builder lastReturnId(String value) {
        return set("lastReturnId", value);
      }

      @Override
      public GetFileInput build() {
        return new GetFileInput(this);
      }
    }
  }

  /**
   * The answer of {@code batches.getFile}.
   *
   * @param format What the rows are: payments by format, or BENEFICIARIES to be added. One of
   *     {@code BENEFICIARY_ID}, {@code BANK_ACCOUNT}, {@code UPI}, {@code PAYTM}, {@code AMAZONPAY},
   *     {@code CARD}, {@code BENEFICIARIES}, {@code MIXED}.
   * @param status PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended
   *     unpaid. One of {@code UPLOADED}, {@code VALIDATING}, {@code AWAITING_APPROVAL}, {@code PROCESSING},
   *     {@code COMPLETED}, {@code PARTLY_FAILED}, {@code REJECTED}.
   * @param rowCount Compare this and {@code amount} with what you meant to send.
   * @param amount The sum of all rows with a readable amount.
   * @param doneRows Paid, or added.
   * @param failedRows Rejected, or ended unpaid.
   * @param contentHash A hash of everything in the rows. An approval applies to this hash.
   * @param warnings The same file was uploaded before, or several rows pay the same amount to the same
   *     payee. Nothing is held back because of it.
   * @param addedOn Indian time.
   * @param batchTransferId Your ID, if the batch was created by an API call.
   * @param reason Why the whole batch was rejected.
   * @param clonedFrom The {@code batchId} of the batch that the failed rows come from.
   * @param lastReturnId Pass it to get the next page; absent on the last page.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetFileResult(
      String subCode,
      String message,
      String batchId,
      Long referenceId,
      String name,
      String format,
      String status,
      Long rowCount,
      String amount,
      Long openRows,
      Long acceptedRows,
      Long rejectedRows,
      Long doneRows,
      String doneAmount,
      Long failedRows,
      String failedAmount,
      String contentHash,
      List<WarningsItem> warnings,
      String addedOn,
      String batchTransferId,
      String reason,
      String clonedFrom,
      List<RowsItem> rows,
      String lastReturnId,
      String requestId) {
    /**
     * In {@code warnings}.
     *
     * @param kind One of {@code same_file}, {@code same_payment}.
     */
    public record WarningsItem(
        String kind,
        String text,
        List<Long> rows) {}

    /**
     * In {@code rows}.
     *
     * @param row Counted as a spreadsheet does: the first row is 1.
     * @param referenceId The transfer's ID; 0 until there is one.
     * @param description For a row that failed and was paid later: what happened to the money, and what to
     *     do.
     */
    public record RowsItem(
        Long row,
        String transferId,
        String amount,
        Long referenceId,
        String utr,
        String beneId,
        String status,
        String failureReason,
        String description) {}
  }

  /** The input of {@code batches.listRows}. */
  public static final class ListRowsInput extends Input {
    private ListRowsInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<ListRowsInput, Builder> {
      /** Needed. The {@code batchId}. */
      public Builder id(String value) {
        return set("id", value);
      }

      public Builder maxReturn(long value) {
        return set("maxReturn", value);
      }

      @Override
      public ListRowsInput build() {
        return new ListRowsInput(this);
      }
    }
  }

  /**
   * One of the list of {@code batches.listRows}.
   *
   * @param row Counted as a spreadsheet does: the first row is 1.
   * @param referenceId The transfer's ID; 0 until there is one.
   * @param description For a row that failed and was paid later: what happened to the money, and what to do.
   */
  public record ListRowsItem(
      Long row,
      String transferId,
      String amount,
      Long referenceId,
      String utr,
      String beneId,
      String status,
      String failureReason,
      String description) {}

  /** The input of {@code batches.result}. */
  public static final class ResultInput extends Input {
    private ResultInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<ResultInput, Builder> {
      /** Needed. The {@code batchId}. */
      public Builder id(String value) {
        return set("id", value);
      }

      /** One of {@code csv}, {@code xls}, {@code xlsx}. */
      public Builder type(String value) {
        return set("type", value);
      }

      @Override
      public ResultInput build() {
        return new ResultInput(this);
      }
    }
  }

  /** The input of {@code batches.retryFailed}. */
  public static final class RetryFailedInput extends Input {
    private RetryFailedInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<RetryFailedInput, Builder> {
      /** Needed. The {@code batchId}. */
      public Builder id(String value) {
        return set("id", value);
      }

      @Override
      public RetryFailedInput build() {
        return new RetryFailedInput(this);
      }
    }
  }

  /**
   * The answer of {@code batches.retryFailed}.
   *
   * @param format What the rows are: payments by format, or BENEFICIARIES to be added. One of
   *     {@code BENEFICIARY_ID}, {@code BANK_ACCOUNT}, {@code UPI}, {@code PAYTM}, {@code AMAZONPAY},
   *     {@code CARD}, {@code BENEFICIARIES}, {@code MIXED}.
   * @param status PROCESSING until every transfer has ended; PARTLY_FAILED if a row was rejected or ended
   *     unpaid. One of {@code UPLOADED}, {@code VALIDATING}, {@code AWAITING_APPROVAL}, {@code PROCESSING},
   *     {@code COMPLETED}, {@code PARTLY_FAILED}, {@code REJECTED}.
   * @param rowCount Compare this and {@code amount} with what you meant to send.
   * @param amount The sum of all rows with a readable amount.
   * @param doneRows Paid, or added.
   * @param failedRows Rejected, or ended unpaid.
   * @param contentHash A hash of everything in the rows. An approval applies to this hash.
   * @param warnings The same file was uploaded before, or several rows pay the same amount to the same
   *     payee. Nothing is held back because of it.
   * @param addedOn Indian time.
   * @param batchTransferId Your ID, if the batch was created by an API call.
   * @param reason Why the whole batch was rejected.
   * @param clonedFrom The {@code batchId} of the batch that the failed rows come from.
   * @param requestId The id under which the server has logged the call.
   */
  public record RetryFailedResult(
      String subCode,
      String message,
      String batchId,
      Long referenceId,
      String name,
      String format,
      String status,
      Long rowCount,
      String amount,
      Long openRows,
      Long acceptedRows,
      Long rejectedRows,
      Long doneRows,
      String doneAmount,
      Long failedRows,
      String failedAmount,
      String contentHash,
      List<WarningsItem> warnings,
      String addedOn,
      String batchTransferId,
      String reason,
      String clonedFrom,
      String requestId) {
    /**
     * In {@code warnings}.
     *
     * @param kind One of {@code same_file}, {@code same_payment}.
     */
    public record WarningsItem(
        String kind,
        String text,
        List<Long> rows) {}
  }

  /** The input of {@code batches.template}. */
  public static final class TemplateInput extends Input {
    private TemplateInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<TemplateInput, Builder> {
      /**
       * Needed. What the rows are: payments by format, or BENEFICIARIES to be added. One of
       * {@code BENEFICIARY_ID}, {@code BANK_ACCOUNT}, {@code UPI}, {@code PAYTM}, {@code AMAZONPAY},
       * {@code CARD}, {@code BENEFICIARIES}.
       */
      public Builder format(String value) {
        return set("format", value);
      }

      /** One of {@code csv}, {@code xls}, {@code xlsx}. */
      public Builder type(String value) {
        return set("type", value);
      }

      @Override
      public TemplateInput build() {
        return new TemplateInput(this);
      }
    }
  }
}
