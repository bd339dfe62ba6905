// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.math.BigDecimal;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Money;
import vitaran.Operation;

/** The verbs of {@code cashgrams}: {@code vitaran.cashgrams()}. Safe for many threads. */
public class Cashgrams {
  private static final Operation CREATE =
      Operation.of("cashgrams.create", "POST", "/payout/v1/createCashgram")
          .order("cashgramId", "cashgrams.get")
          .amounts("amount")
          .build();
  private static final Operation GET =
      Operation.of("cashgrams.get", "GET", "/payout/v1/getCashgramStatus")
          .inQuery("cashgramId")
          .build();
  private static final Operation DEACTIVATE =
      Operation.of("cashgrams.deactivate", "POST", "/payout/v1/deactivateCashgram")
          .change("cashgrams.get")
          .build();

  private final Calls calls;

  public Cashgrams(Calls calls) {
    this.calls = calls;
  }

  /**
   * Create a payout link.
   *
   * <p>The payee opens the link, confirms who they are with a one-time password and chooses where the money
   * goes. No money is held: the available balance must cover the amount now, and is checked again when the payee
   * claims.
   *
   * <p>Repeated only under the same id, which pays once.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code cashgrams.get}
   */
  public CreateResult create(CreateInput input) {
    return calls.call(CREATE, input, CreateResult.class);
  }

  /**
   * Get a payout link.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Deactivate a payout link.
   *
   * <p>Possible before the payee claims, or after a claim that failed. While a claim is in progress the response
   * is 412, because the money may be leaving; after the link has ended it is 404.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code cashgrams.get}
   */
  public DeactivateResult deactivate(DeactivateInput input) {
    return calls.call(DEACTIVATE, input, DeactivateResult.class);
  }

  /** The input of {@code cashgrams.create}. */
  public static final class CreateInput extends Input {
    private CreateInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<CreateInput, Builder> {
      /** Needed. Your ID for the link: at most 35 letters, digits, hyphens and underscores. */
      public Builder cashgramId(String value) {
        return set("cashgramId", value);
      }

      /** Needed. */
      public Builder name(String value) {
        return set("name", value);
      }

      /**
       * Needed. Where we send the payee's code. With fewer than ten digits the code goes to {@code email}, which
       * is then required.
       */
      public Builder phone(String value) {
        return set("phone", value);
      }

      public Builder email(String value) {
        return set("email", value);
      }

      /** Needed. The last day (Indian time) on which the link works: from today to 30 days ahead. */
      public Builder linkExpiry(String value) {
        return set("linkExpiry", value);
      }

      /** Shown to the payee. */
      public Builder remarks(String value) {
        return set("remarks", value);
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

      /** 1: the payee gets a message with the link, and a reminder on the day before the last. */
      public Builder notifyCustomer(int value) {
        return set("notifyCustomer", value);
      }

      /** 1: the name at the payee's bank must match the payee's name. */
      public Builder validateAccount(int value) {
        return set("validateAccount", value);
      }

      /** Accepted for compatibility; not used. */
      public Builder payoutType(String value) {
        return set("payoutType", value);
      }

      /** Accepted for compatibility; not used. */
      public Builder description(String value) {
        return set("description", value);
      }

      @Override
      public CreateInput build() {
        return new CreateInput(this);
      }
    }
  }

  /**
   * The answer of {@code cashgrams.create}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record CreateResult(
      String status,
      String subCode,
      String message,
      Long referenceId,
      String cashgramLink,
      String requestId) {}

  /** The input of {@code cashgrams.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      /** Needed. Your ID for the link: at most 35 letters, digits, hyphens and underscores. */
      public Builder cashgramId(String value) {
        return set("cashgramId", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code cashgrams.get}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param cashgramStatus {@code FAILED}: the last claim was not paid; the payee can enter other details
   *     until the link expires. {@code EXPIRED} also covers a link that was deactivated or blocked: see
   *     {@code reason}. One of {@code ACTIVE}, {@code EXPIRED}, {@code PENDING}, {@code FAILED},
   *     {@code REDEEMED}, {@code REVERSED}.
   * @param reason Why it is FAILED or EXPIRED.
   * @param redeemRefId Our ID of the transfer that paid the link.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetResult(
      String status,
      String subCode,
      String message,
      String cashgramStatus,
      String reason,
      Long referenceId,
      String cashgramId,
      String cashgramLink,
      Long redeemRefId,
      String utr,
      String requestId) {}

  /** The input of {@code cashgrams.deactivate}. */
  public static final class DeactivateInput extends Input {
    private DeactivateInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<DeactivateInput, Builder> {
      /** Needed. Your ID for the link: at most 35 letters, digits, hyphens and underscores. */
      public Builder cashgramId(String value) {
        return set("cashgramId", value);
      }

      @Override
      public DeactivateInput build() {
        return new DeactivateInput(this);
      }
    }
  }

  /**
   * The answer of {@code cashgrams.deactivate}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record DeactivateResult(
      String status,
      String subCode,
      String message,
      String requestId) {}
}
