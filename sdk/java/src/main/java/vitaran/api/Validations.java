// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.util.List;
import java.util.Map;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Operation;

/** The verbs of {@code validations}: {@code vitaran.validations()}. Safe for many threads. */
public class Validations {
  private static final Operation BANK_ACCOUNT =
      Operation.of("validations.bankAccount", "GET", "/payout/v1.2/validation/bankDetails")
          .change("balance.listStatement")
          .inQuery("bankAccount", "ifsc", "name", "phone", "remarks")
          .build();
  private static final Operation UPI =
      Operation.of("validations.upi", "GET", "/payout/v1/validation/upiDetails")
          .change("balance.listStatement")
          .inQuery("name", "vpa")
          .build();
  private static final Operation START =
      Operation.of("validations.start", "GET", "/payout/v1/asyncValidation/bankDetails")
          .change("validations.get")
          .inQuery("bankAccount", "ifsc", "name", "phone", "remarks", "userId")
          .build();
  private static final Operation GET =
      Operation.of("validations.get", "GET", "/payout/v1/getValidationStatus/bank")
          .inQuery("bvRefId", "userId")
          .build();
  private static final Operation START_BULK =
      Operation.of("validations.startBulk", "POST", "/payout/v1/bulkValidation/bankDetails")
          .change("validations.getBulk")
          .build();
  private static final Operation GET_BULK =
      Operation.of("validations.getBulk", "GET", "/payout/v1/getBulkValidationStatus")
          .inQuery("bulkValidationId", "batchTransferId", "bankAccount", "ifsc")
          .build();

  private final Calls calls;

  public Validations(Calls calls) {
    this.calls = calls;
  }

  /**
   * Verify a bank account and match the name.
   *
   * <p>Checks with a bank immediately. No money is deposited. {@code city}, {@code branch} and {@code micr} are
   * empty because the IFSC list that ships with the server has none.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 412, 422, 429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code balance.listStatement}
   */
  public BankAccountResult bankAccount(BankAccountInput input) {
    return calls.call(BANK_ACCOUNT, input, BankAccountResult.class);
  }

  /**
   * Verify a UPI ID.
   *
   * <p>Checks with a bank immediately. If the UPI ID does not exist, the call succeeds and reports that.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 412, 422, 429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code balance.listStatement}
   */
  public UpiResult upi(UpiInput input) {
    return calls.call(UPI, input, UpiResult.class);
  }

  /**
   * Verify a bank account in the background.
   *
   * <p>We ask a bank in the background, and retry for a while if it does not respond.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code validations.get}
   */
  public StartResult start(StartInput input) {
    return calls.call(START, input, StartResult.class);
  }

  /**
   * Get the result of a background verification.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Get the result of a background verification.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get() {
    return calls.call(GET, Input.EMPTY, GetResult.class);
  }

  /**
   * Verify many bank accounts in the background.
   *
   * <p>A malformed entry fails on its own; its {@code message} says what is wrong.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code validations.getBulk}
   */
  public StartBulkResult startBulk(StartBulkInput input) {
    return calls.call(START_BULK, input, StartBulkResult.class);
  }

  /**
   * Get the results of a bulk verification.
   *
   * <p>Entries are keyed by account number and IFSC. Without {@code bulkValidationId}, {@code batchTransferId}
   * is used as the ID; without either, the newest bulk verification is returned, as some clients expect.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 429, 502, 503
   */
  public GetBulkResult getBulk(GetBulkInput input) {
    return calls.call(GET_BULK, input, GetBulkResult.class);
  }

  /**
   * Get the results of a bulk verification.
   *
   * <p>Entries are keyed by account number and IFSC. Without {@code bulkValidationId}, {@code batchTransferId}
   * is used as the ID; without either, the newest bulk verification is returned, as some clients expect.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 429, 502, 503
   */
  public GetBulkResult getBulk() {
    return calls.call(GET_BULK, Input.EMPTY, GetBulkResult.class);
  }

  /** The input of {@code validations.bankAccount}. */
  public static final class BankAccountInput extends Input {
    private BankAccountInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<BankAccountInput, Builder> {
      /** Needed. */
      public Builder bankAccount(String value) {
        return set("bankAccount", value);
      }

      /** Needed. */
      public Builder ifsc(String value) {
        return set("ifsc", value);
      }

      /** Compared with the name at the bank. */
      public Builder name(String value) {
        return set("name", value);
      }

      /** An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not count. */
      public Builder phone(String value) {
        return set("phone", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      @Override
      public BankAccountInput build() {
        return new BankAccountInput(this);
      }
    }
  }

  /**
   * The answer of {@code validations.bankAccount}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param accountStatus One of {@code VALID}, {@code INVALID}.
   * @param accountStatusCode One of {@code ACCOUNT_IS_VALID}, {@code INVALID_BANK_ACCOUNT},
   *     {@code INVALID_IFSC_FAIL}, {@code ACCOUNT_BLOCKED}, {@code NRE_ACCOUNT_FAIL}.
   * @param refId Our ID of the verification.
   * @param utr The bank's reference; absent if no account was found.
   * @param nameMatchScore How well the names match; absent if you gave no name, or one that cannot be
   *     compared: then compare nameAtBank. One of {@code 100}, {@code 85}, {@code 61}, {@code 55}, {@code 14}.
   * @param nameMatchResult One of {@code DIRECT_MATCH}, {@code GOOD_PARTIAL_MATCH},
   *     {@code MODERATE_PARTIAL_MATCH}, {@code POOR_PARTIAL_MATCH}, {@code NO_MATCH}.
   * @param requestId The id under which the server has logged the call.
   */
  public record BankAccountResult(
      String status,
      String subCode,
      String message,
      String accountStatus,
      String accountStatusCode,
      String nameAtBank,
      String amountDeposited,
      String refId,
      String bankName,
      String utr,
      String city,
      String branch,
      Long micr,
      Integer nameMatchScore,
      String nameMatchResult,
      String requestId) {}

  /** The input of {@code validations.upi}. */
  public static final class UpiInput extends Input {
    private UpiInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<UpiInput, Builder> {
      /** Needed. */
      public Builder name(String value) {
        return set("name", value);
      }

      /** Needed. */
      public Builder vpa(String value) {
        return set("vpa", value);
      }

      @Override
      public UpiInput build() {
        return new UpiInput(this);
      }
    }
  }

  /**
   * The answer of {@code validations.upi}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param accountExists One of {@code YES}, {@code NO}.
   * @param requestId The id under which the server has logged the call.
   */
  public record UpiResult(
      String status,
      String subCode,
      String message,
      String nameAtBank,
      String accountExists,
      String requestId) {}

  /** The input of {@code validations.start}. */
  public static final class StartInput extends Input {
    private StartInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<StartInput, Builder> {
      /** Needed. */
      public Builder bankAccount(String value) {
        return set("bankAccount", value);
      }

      /** Needed. */
      public Builder ifsc(String value) {
        return set("ifsc", value);
      }

      /** Compared with the name at the bank. */
      public Builder name(String value) {
        return set("name", value);
      }

      /** An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not count. */
      public Builder phone(String value) {
        return set("phone", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      /** Your ID. */
      public Builder userId(String value) {
        return set("userId", value);
      }

      @Override
      public StartInput build() {
        return new StartInput(this);
      }
    }
  }

  /**
   * The answer of {@code validations.start}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record StartResult(
      String status,
      String subCode,
      String message,
      Long bvRefId,
      String requestId) {}

  /** The input of {@code validations.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      public Builder bvRefId(String value) {
        return set("bvRefId", value);
      }

      /** Your ID: returns the newest verification with it. */
      public Builder userId(String value) {
        return set("userId", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code validations.get}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param accountExists One of {@code YES}, {@code NO}.
   * @param nameMatchScore How well the names match; absent if you gave no name, or one that cannot be
   *     compared: then compare nameAtBank. One of {@code 100}, {@code 85}, {@code 61}, {@code 55}, {@code 14}.
   * @param nameMatchResult One of {@code DIRECT_MATCH}, {@code GOOD_PARTIAL_MATCH},
   *     {@code MODERATE_PARTIAL_MATCH}, {@code POOR_PARTIAL_MATCH}, {@code NO_MATCH}.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetResult(
      String status,
      String subCode,
      String message,
      Long bvRefId,
      String bankAccount,
      String ifsc,
      String nameAtBank,
      String accountExists,
      String utr,
      Integer nameMatchScore,
      String nameMatchResult,
      String requestId) {}

  /** The input of {@code validations.startBulk}. */
  public static final class StartBulkInput extends Input {
    private StartBulkInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<StartBulkInput, Builder> {
      /** Needed. Your ID. */
      public Builder bulkValidationId(String value) {
        return set("bulkValidationId", value);
      }

      /** Needed. */
      public Builder entries(List<EntriesItem> value) {
        return set("entries", value);
      }

      @Override
      public StartBulkInput build() {
        return new StartBulkInput(this);
      }
    }

    /** In {@code entries}. */
    public static final class EntriesItem extends Input {
      private EntriesItem(Builder builder) {
        super(builder);
      }

      public static Builder builder() {
        return new Builder();
      }

      public static final class Builder extends Input.Builder<EntriesItem, Builder> {
        /** Needed. */
        public Builder name(String value) {
          return set("name", value);
        }

        /** Needed. */
        public Builder phone(String value) {
          return set("phone", value);
        }

        /** Needed. */
        public Builder bankAccount(String value) {
          return set("bankAccount", value);
        }

        /** Needed. */
        public Builder ifsc(String value) {
          return set("ifsc", value);
        }

        @Override
        public EntriesItem build() {
          return new EntriesItem(this);
        }
      }
    }
  }

  /**
   * The answer of {@code validations.startBulk}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record StartBulkResult(
      String status,
      String subCode,
      String message,
      String bulkValidationId,
      String requestId) {}

  /** The input of {@code validations.getBulk}. */
  public static final class GetBulkInput extends Input {
    private GetBulkInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetBulkInput, Builder> {
      public Builder bulkValidationId(String value) {
        return set("bulkValidationId", value);
      }

      public Builder batchTransferId(String value) {
        return set("batchTransferId", value);
      }

      /** Only this account. */
      public Builder bankAccount(String value) {
        return set("bankAccount", value);
      }

      /** Only accounts with this IFSC. */
      public Builder ifsc(String value) {
        return set("ifsc", value);
      }

      @Override
      public GetBulkInput build() {
        return new GetBulkInput(this);
      }
    }
  }

  /**
   * The answer of {@code validations.getBulk}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetBulkResult(
      String status,
      String subCode,
      String message,
      String bulkValidationId,
      Map<String, EntriesItem> entries,
      String requestId) {
    /**
     * In {@code entries}.
     *
     * @param accountExists Absent until it is known. One of {@code YES}, {@code NO}.
     * @param nameMatchScore How well the names match; absent if you gave no name, or one that cannot be
     *     compared: then compare nameAtBank. One of {@code 100}, {@code 85}, {@code 61}, {@code 55}, {@code 14}.
     * @param nameMatchResult One of {@code DIRECT_MATCH}, {@code GOOD_PARTIAL_MATCH},
     *     {@code MODERATE_PARTIAL_MATCH}, {@code POOR_PARTIAL_MATCH}, {@code NO_MATCH}.
     */
    public record EntriesItem(
        String name,
        String phone,
        String bankAccount,
        String ifsc,
        String accountExists,
        String nameAtBank,
        String amountDeposited,
        String utr,
        String refId,
        String message,
        Integer nameMatchScore,
        String nameMatchResult) {}
  }
}
