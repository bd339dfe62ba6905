// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.util.List;
import vitaran.AnsweredFile;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Operation;

/** The verbs of {@code recalls}: {@code vitaran.recalls()}. Safe for many threads. */
public class Recalls {
  private static final Operation REQUEST =
      Operation.of("recalls.request", "POST", "/payout/v1.2/requestRecall")
          .change("recalls.get")
          .pick("recall")
          .build();
  private static final Operation GET =
      Operation.of("recalls.get", "GET", "/payout/v1.2/getRecallStatus")
          .pick("recall")
          .inQuery("recallId", "transferId", "referenceId")
          .build();
  private static final Operation LETTER =
      Operation.of("recalls.letter", "GET", "/payout/v1.2/recalls/{id}/letter")
          .inQuery("format")
          .answersFile()
          .build();
  private static final Operation WITHDRAW =
      Operation.of("recalls.withdraw", "POST", "/payout/v1.2/withdrawRecall")
          .change("recalls.get")
          .pick("recall")
          .build();

  private final Calls calls;

  public Recalls(Calls calls) {
    this.calls = calls;
  }

  /**
   * Request a recall.
   *
   * <p>Asks the bank to return the money of a paid transfer. The bank asks the payee, and may refuse or not
   * respond. Possible within 45 days of the payment, one request at a time. A transfer that was paid after it
   * had failed can be recalled too. When the money comes back the transfer becomes REVERSED (one that was paid
   * after it had failed stays FAILED) and the recall RETURNED. An extension of the classic contract.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code recalls.get}
   */
  public RequestResult request(RequestInput input) {
    return calls.call(REQUEST, input, RequestResult.class);
  }

  /**
   * Get a recall.
   *
   * <p>By {@code recallId}, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then
   * RETURNED, REFUSED, WITHDRAWN or EXPIRED (30 days without a response). If the money comes back later, the
   * recall becomes RETURNED all the same. An extension of the classic contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Get a recall.
   *
   * <p>By {@code recallId}, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then
   * RETURNED, REFUSED, WITHDRAWN or EXPIRED (30 days without a response). If the money comes back later, the
   * recall becomes RETURNED all the same. An extension of the classic contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get() {
    return calls.call(GET, Input.EMPTY, GetResult.class);
  }

  /**
   * Download a recall letter.
   *
   * <p>A letter to the bank with everything it needs, to print or e-mail. An extension of the classic contract.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public AnsweredFile letter(LetterInput input) {
    return calls.file(LETTER, input);
  }

  /**
   * Withdraw a recall.
   *
   * <p>Tells the bank that you no longer want the money back. An extension of the classic contract.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code recalls.get}
   */
  public WithdrawResult withdraw(WithdrawInput input) {
    return calls.call(WITHDRAW, input, WithdrawResult.class);
  }

  /** The input of {@code recalls.request}. */
  public static final class RequestInput extends Input {
    private RequestInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<RequestInput, Builder> {
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      public Builder referenceId(String value) {
        return set("referenceId", value);
      }

      /**
       * Needed. One of {@code WRONG_BENEFICIARY}, {@code WRONG_AMOUNT}, {@code PAID_TWICE}, {@code FRAUD},
       * {@code OTHER}.
       */
      public Builder reason(String value) {
        return set("reason", value);
      }

      /** Printed in the letter to the bank. */
      public Builder remarks(String value) {
        return set("remarks", value);
      }

      @Override
      public RequestInput build() {
        return new RequestInput(this);
      }
    }
  }

  /**
   * The answer of {@code recalls.request}.
   *
   * @param status One of {@code REQUESTED}, {@code WITH_BANK}, {@code RETURNED}, {@code REFUSED},
   *     {@code WITHDRAWN}, {@code EXPIRED}.
   * @param reason One of {@code WRONG_BENEFICIARY}, {@code WRONG_AMOUNT}, {@code PAID_TWICE}, {@code FRAUD},
   *     {@code OTHER}.
   * @param requestedOn Indian time; empty if it does not apply.
   * @param expiresOn When the recall expires without a response (Indian time); empty once it has ended.
   * @param bankReference The bank's case number, once known.
   * @param refusal Why the bank refused.
   * @param endedOn Indian time; empty if it does not apply.
   */
  public record RequestResult(
      String recallId,
      String transferId,
      String referenceId,
      String amount,
      String status,
      String reason,
      String remarks,
      String requestedOn,
      String expiresOn,
      String bankReference,
      String refusal,
      String endedOn,
      List<HistoryItem> history) {
    /**
     * In {@code history}.
     *
     * @param status One of {@code REQUESTED}, {@code WITH_BANK}, {@code RETURNED}, {@code REFUSED},
     *     {@code WITHDRAWN}, {@code EXPIRED}.
     * @param eventTime Indian time; empty if it does not apply.
     */
    public record HistoryItem(
        String status,
        String because,
        String eventTime) {}
  }

  /** The input of {@code recalls.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      public Builder recallId(String value) {
        return set("recallId", value);
      }

      public Builder transferId(String value) {
        return set("transferId", value);
      }

      public Builder referenceId(String value) {
        return set("referenceId", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code recalls.get}.
   *
   * @param status One of {@code REQUESTED}, {@code WITH_BANK}, {@code RETURNED}, {@code REFUSED},
   *     {@code WITHDRAWN}, {@code EXPIRED}.
   * @param reason One of {@code WRONG_BENEFICIARY}, {@code WRONG_AMOUNT}, {@code PAID_TWICE}, {@code FRAUD},
   *     {@code OTHER}.
   * @param requestedOn Indian time; empty if it does not apply.
   * @param expiresOn When the recall expires without a response (Indian time); empty once it has ended.
   * @param bankReference The bank's case number, once known.
   * @param refusal Why the bank refused.
   * @param endedOn Indian time; empty if it does not apply.
   */
  public record GetResult(
      String recallId,
      String transferId,
      String referenceId,
      String amount,
      String status,
      String reason,
      String remarks,
      String requestedOn,
      String expiresOn,
      String bankReference,
      String refusal,
      String endedOn,
      List<HistoryItem> history) {
    /**
     * In {@code history}.
     *
     * @param status One of {@code REQUESTED}, {@code WITH_BANK}, {@code RETURNED}, {@code REFUSED},
     *     {@code WITHDRAWN}, {@code EXPIRED}.
     * @param eventTime Indian time; empty if it does not apply.
     */
    public record HistoryItem(
        String status,
        String because,
        String eventTime) {}
  }

  /** The input of {@code recalls.letter}. */
  public static final class LetterInput extends Input {
    private LetterInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<LetterInput, Builder> {
      /** Needed. The {@code recallId}. */
      public Builder id(String value) {
        return set("id", value);
      }

      /** One of {@code text}, {@code html}. */
      public Builder format(String value) {
        return set("format", value);
      }

      @Override
      public LetterInput build() {
        return new LetterInput(this);
      }
    }
  }

  /** The input of {@code recalls.withdraw}. */
  public static final class WithdrawInput extends Input {
    private WithdrawInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<WithdrawInput, Builder> {
      /** Needed. */
      public Builder recallId(String value) {
        return set("recallId", value);
      }

      @Override
      public WithdrawInput build() {
        return new WithdrawInput(this);
      }
    }
  }

  /**
   * The answer of {@code recalls.withdraw}.
   *
   * @param status One of {@code REQUESTED}, {@code WITH_BANK}, {@code RETURNED}, {@code REFUSED},
   *     {@code WITHDRAWN}, {@code EXPIRED}.
   * @param reason One of {@code WRONG_BENEFICIARY}, {@code WRONG_AMOUNT}, {@code PAID_TWICE}, {@code FRAUD},
   *     {@code OTHER}.
   * @param requestedOn Indian time; empty if it does not apply.
   * @param expiresOn When the recall expires without a response (Indian time); empty once it has ended.
   * @param bankReference The bank's case number, once known.
   * @param refusal Why the bank refused.
   * @param endedOn Indian time; empty if it does not apply.
   */
  public record WithdrawResult(
      String recallId,
      String transferId,
      String referenceId,
      String amount,
      String status,
      String reason,
      String remarks,
      String requestedOn,
      String expiresOn,
      String bankReference,
      String refusal,
      String endedOn,
      List<HistoryItem> history) {
    /**
     * In {@code history}.
     *
     * @param status One of {@code REQUESTED}, {@code WITH_BANK}, {@code RETURNED}, {@code REFUSED},
     *     {@code WITHDRAWN}, {@code EXPIRED}.
     * @param eventTime Indian time; empty if it does not apply.
     */
    public record HistoryItem(
        String status,
        String because,
        String eventTime) {}
  }
}
