// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import com.google.gson.annotations.SerializedName;
import java.math.BigDecimal;
import java.util.List;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Money;
import vitaran.Operation;

/** The verbs of {@code balance}: {@code vitaran.balance()}. Safe for many threads. */
public class Balance {
  private static final Operation GET =
      Operation.of("balance.get", "GET", "/payout/v1.2/getBalance")
          .inQuery("paymentInstrumentId")
          .build();
  private static final Operation GET_STATEMENT =
      Operation.of("balance.getStatement", "GET", "/payout/v1.2/getStatement")
          .inQuery("paymentInstrumentId", "startDate", "endDate", "page", "perPage")
          .build();
  private static final Operation LIST_STATEMENT =
      Operation.of("balance.listStatement", "GET", "/payout/v1.2/getStatement")
          .list("entries", Operation.Turn.PAGE)
          .inQuery("paymentInstrumentId", "startDate", "endDate", "page", "perPage")
          .build();
  private static final Operation SET_THRESHOLD =
      Operation.of("balance.setThreshold", "POST", "/payout/v1.2/setThreshold")
          .change("balance.getStatement")
          .amounts("minimumBalance")
          .build();
  private static final Operation TRANSFER_INTERNALLY =
      Operation.of("balance.transferInternally", "POST", "/payout/v1.2/internalTransfer")
          .change("balance.listStatement", "transferId")
          .amounts("amount")
          .build();
  private static final Operation WITHDRAW =
      Operation.of("balance.withdraw", "POST", "/payout/v1/selfWithdrawal")
          .change("balance.listStatement", "withdrawalId")
          .amounts("amount")
          .build();

  private final Calls calls;

  public Balance(Calls calls) {
    this.calls = calls;
  }

  /**
   * Get a balance.
   *
   * <p>{@code availableBalance} is {@code balance} minus what is held for transfers in progress.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Get a balance.
   *
   * <p>{@code availableBalance} is {@code balance} minus what is held for transfers in progress.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public GetResult get() {
    return calls.call(GET, Input.EMPTY, GetResult.class);
  }

  /**
   * Get an account statement.
   *
   * <p>An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges
   * and internal transfers, oldest first; each {@code balance} is the available balance right after the entry.
   * Money from an account other than the registered one does not count: it is listed with its refund and changes
   * no balance. To add money, send a bank transfer to the fund source's {@code accountNumber} and {@code ifsc}.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public GetStatementResult getStatement(GetStatementInput input) {
    return calls.call(GET_STATEMENT, input, GetStatementResult.class);
  }

  /**
   * Get an account statement.
   *
   * <p>An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges
   * and internal transfers, oldest first; each {@code balance} is the available balance right after the entry.
   * Money from an account other than the registered one does not count: it is listed with its refund and changes
   * no balance. To add money, send a bank transfer to the fund source's {@code accountNumber} and {@code ifsc}.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public GetStatementResult getStatement() {
    return calls.call(GET_STATEMENT, Input.EMPTY, GetStatementResult.class);
  }

  /**
   * Get an account statement.
   *
   * <p>An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges
   * and internal transfers, oldest first; each {@code balance} is the available balance right after the entry.
   * Money from an account other than the registered one does not count: it is listed with its refund and changes
   * no balance. To add money, send a bank transfer to the fund source's {@code accountNumber} and {@code ifsc}.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListStatementItem> listStatement(ListStatementInput input) {
    return calls.list(LIST_STATEMENT, input, ListStatementItem.class);
  }

  /**
   * Get an account statement.
   *
   * <p>An extension of the classic contract. Transfers, credits, reversals, withdrawals, verification charges
   * and internal transfers, oldest first; each {@code balance} is the available balance right after the entry.
   * Money from an account other than the registered one does not count: it is listed with its refund and changes
   * no balance. To add money, send a bank transfer to the fund source's {@code accountNumber} and {@code ifsc}.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListStatementItem> listStatement() {
    return calls.list(LIST_STATEMENT, Input.EMPTY, ListStatementItem.class);
  }

  /**
   * Set a low balance threshold.
   *
   * <p>An extension of the classic contract. With {@code notify}, LOW_BALANCE_ALERT is sent once when the
   * available balance drops below the threshold, and again only after the balance has recovered.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code balance.getStatement}
   */
  public SetThresholdResult setThreshold(SetThresholdInput input) {
    return calls.call(SET_THRESHOLD, input, SetThresholdResult.class);
  }

  /**
   * Move money between your own fund sources.
   *
   * <p>From the wallet to the fund source with the account number {@code rechargeAccount}, or in v1.2 between
   * any two fund sources by ID. The transfer is immediate and free. It is refused if money would first have to
   * move between banks: recharge that fund source instead. Sending the same {@code transferId} again moves
   * nothing and gets the same response.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code balance.listStatement}
   */
  public TransferInternallyResult transferInternally(TransferInternallyInput input) {
    return calls.call(TRANSFER_INTERNALLY, input, TransferInternallyResult.class);
  }

  /**
   * Withdraw to your business account.
   *
   * <p>From the wallet to the registered business bank account, at most three times a day (Indian time). The
   * money leaves the wallet immediately and is paid by NEFT between 8:00 and 18:45 on working days; a withdrawal
   * cannot be cancelled. Sending the same {@code withdrawalId} again makes no second withdrawal and returns the
   * current state of the first, with its UTR once it is paid. Every response also has its code as
   * {@code statusCode}.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code balance.listStatement}
   */
  public WithdrawResult withdraw(WithdrawInput input) {
    return calls.call(WITHDRAW, input, WithdrawResult.class);
  }

  /** The input of {@code balance.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      /** The fund source; the wallet by default. */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code balance.get}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetResult(
      String status,
      String subCode,
      String message,
      String balance,
      String availableBalance,
      String requestId) {}

  /** The input of {@code balance.getStatement}. */
  public static final class GetStatementInput extends Input {
    private GetStatementInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetStatementInput, Builder> {
      /** The fund source; the wallet by default. */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      /** Default: 29 days before {@code endDate}. */
      public Builder startDate(String value) {
        return set("startDate", value);
      }

      /** At most 29 days after {@code startDate}. Default: today (Indian time). */
      public Builder endDate(String value) {
        return set("endDate", value);
      }

      public Builder page(long value) {
        return set("page", value);
      }

      public Builder perPage(long value) {
        return set("perPage", value);
      }

      @Override
      public GetStatementInput build() {
        return new GetStatementInput(this);
      }
    }
  }

  /**
   * The answer of {@code balance.getStatement}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetStatementResult(
      String status,
      String subCode,
      String message,
      FundSource fundSource,
      String openingBalance,
      String closingBalance,
      Long totalEntries,
      List<EntriesItem> entries,
      String requestId) {
    /**
     * In {@code fundSource}.
     *
     * @param accountNumber Money sent to this account is added to the fund source; absent if it has no bank
     *     account.
     * @param notifyLowBalance One of {@code 0}, {@code 1}.
     */
    public record FundSource(
        String paymentInstrumentId,
        String name,
        String accountNumber,
        String ifsc,
        String balance,
        String availableBalance,
        String overdraftLimit,
        String lowBalanceThreshold,
        Integer notifyLowBalance,
        String lastRecharge,
        String lastWithdrawal,
        String lastInternalTransfer) {}

    /**
     * In {@code entries}.
     *
     * @param type One of {@code TRANSFER}, {@code PAID_LATE}, {@code CREDIT}, {@code REVERSAL},
     *     {@code WITHDRAWAL}, {@code VERIFICATION}, {@code INTERNAL_TRANSFER}, {@code LOAN},
     *     {@code LOAN_CHARGES}, {@code UNREGISTERED_CREDIT}, {@code REFUND}, {@code ADJUSTMENT}.
     * @param amount The amount without charges.
     * @param charges Fee and tax included in {@code debit} or {@code credit}.
     * @param balance The available balance right after this entry.
     * @param transferId Your ID of the transfer or withdrawal; empty if there is none.
     */
    public record EntriesItem(
        String eventTime,
        String type,
        String amount,
        String charges,
        String debit,
        String credit,
        String balance,
        String transferId,
        String referenceId,
        String utr,
        String remarks) {}
  }

  /** The input of {@code balance.listStatement}. */
  public static final class ListStatementInput extends Input {
    private ListStatementInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<ListStatementInput, Builder> {
      /** The fund source; the wallet by default. */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      /** Default: 29 days before {@code endDate}. */
      public Builder startDate(String value) {
        return set("startDate", value);
      }

      /** At most 29 days after {@code startDate}. Default: today (Indian time). */
      public Builder endDate(String value) {
        return set("endDate", value);
      }

      public Builder perPage(long value) {
        return set("perPage", value);
      }

      @Override
      public ListStatementInput build() {
        return new ListStatementInput(this);
      }
    }
  }

  /**
   * One of the list of {@code balance.listStatement}.
   *
   * @param type One of {@code TRANSFER}, {@code PAID_LATE}, {@code CREDIT}, {@code REVERSAL},
   *     {@code WITHDRAWAL}, {@code VERIFICATION}, {@code INTERNAL_TRANSFER}, {@code LOAN}, {@code LOAN_CHARGES},
   *     {@code UNREGISTERED_CREDIT}, {@code REFUND}, {@code ADJUSTMENT}.
   * @param amount The amount without charges.
   * @param charges Fee and tax included in {@code debit} or {@code credit}.
   * @param balance The available balance right after this entry.
   * @param transferId Your ID of the transfer or withdrawal; empty if there is none.
   */
  public record ListStatementItem(
      String eventTime,
      String type,
      String amount,
      String charges,
      String debit,
      String credit,
      String balance,
      String transferId,
      String referenceId,
      String utr,
      String remarks) {}

  /** The input of {@code balance.setThreshold}. */
  public static final class SetThresholdInput extends Input {
    private SetThresholdInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<SetThresholdInput, Builder> {
      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder minimumBalance(String value) {
        return set("minimumBalance", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder minimumBalance(BigDecimal value) {
        return set("minimumBalance", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder minimumBalance(Money value) {
        return set("minimumBalance", value);
      }

      public Builder notify(int value) {
        return set("notify", value);
      }

      /** The fund source; the wallet by default. */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      @Override
      public SetThresholdInput build() {
        return new SetThresholdInput(this);
      }
    }
  }

  /**
   * The answer of {@code balance.setThreshold}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param notifyValue One of {@code 0}, {@code 1}.
   * @param requestId The id under which the server has logged the call.
   */
  public record SetThresholdResult(
      String status,
      String subCode,
      String message,
      String paymentInstrumentId,
      String minimumBalance,
      @SerializedName("notify") Integer notifyValue,
      String requestId) {}

  /** The input of {@code balance.transferInternally}. */
  public static final class TransferInternallyInput extends Input {
    private TransferInternallyInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<TransferInternallyInput, Builder> {
      /** The account number of the fund source. */
      public Builder rechargeAccount(String value) {
        return set("rechargeAccount", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder amount(String value) {
        return set("amount", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder amount(BigDecimal value) {
        return set("amount", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder amount(Money value) {
        return set("amount", value);
      }

      /** Default: generated by us. */
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      public Builder toPaymentInstrumentId(String value) {
        return set("toPaymentInstrumentId", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      @Override
      public TransferInternallyInput build() {
        return new TransferInternallyInput(this);
      }
    }
  }

  /**
   * The answer of {@code balance.transferInternally}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record TransferInternallyResult(
      String status,
      String subCode,
      String message,
      String transferId,
      String requestId) {}

  /** The input of {@code balance.withdraw}. */
  public static final class WithdrawInput extends Input {
    private WithdrawInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<WithdrawInput, Builder> {
      /** Needed. */
      public Builder withdrawalId(String value) {
        return set("withdrawalId", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder amount(String value) {
        return set("amount", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder amount(BigDecimal value) {
        return set("amount", value);
      }

      /**
       * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double.
       */
      public Builder amount(Money value) {
        return set("amount", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      @Override
      public WithdrawInput build() {
        return new WithdrawInput(this);
      }
    }
  }

  /**
   * The answer of {@code balance.withdraw}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record WithdrawResult(
      String status,
      String subCode,
      String message,
      String withdrawalId,
      String utr,
      String requestId) {}
}
