// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.util.List;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Operation;

/** The verbs of {@code beneficiaries}: {@code vitaran.beneficiaries()}. Safe for many threads. */
public class Beneficiaries {
  private static final Operation CREATE =
      Operation.of("beneficiaries.create", "POST", "/payout/v1/addBeneficiary")
          .change("beneficiaries.get")
          .build();
  private static final Operation GET =
      Operation.of("beneficiaries.get", "GET", "/payout/v1/getBeneficiary/{beneId}")
          .build();
  private static final Operation FIND =
      Operation.of("beneficiaries.find", "GET", "/payout/v1/getBeneId")
          .inQuery("bankAccount", "ifsc")
          .build();
  private static final Operation LIST =
      Operation.of("beneficiaries.list", "GET", "/payout/v1.2/listBeneficiaries")
          .list("beneficiaries", Operation.Turn.LAST_RETURN_ID)
          .inQuery("maxReturn", "lastReturnId", "status")
          .build();
  private static final Operation REMOVE =
      Operation.of("beneficiaries.remove", "POST", "/payout/v1/removeBeneficiary")
          .change("beneficiaries.get")
          .build();
  private static final Operation LIST_TRANSFERS =
      Operation.of("beneficiaries.listTransfers", "GET", "/payout/v1/beneHistory")
          .list("transfers", Operation.Turn.PAGE)
          .inQuery("beneId", "startDate", "endDate", "perPage", "page")
          .build();

  private final Calls calls;

  public Beneficiaries(Calls calls) {
    this.calls = calls;
  }

  /**
   * Add a beneficiary.
   *
   * <p>Give a bank account with its IFSC, a UPI ID, or both. Give neither for a payee who is paid only to
   * wallets: a phone number is enough. An address is optional. You can pay the beneficiary immediately. Bank
   * details cannot be changed: remove the beneficiary and add it again. If your account has an approval policy
   * for beneficiaries, the response is the same and the beneficiary has the status {@code APPROVAL_PENDING}: it
   * cannot be paid until it is approved, and is removed if it is rejected.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code beneficiaries.get}
   */
  public CreateResult create(CreateInput input) {
    return calls.call(CREATE, input, CreateResult.class);
  }

  /**
   * Get a beneficiary.
   *
   * <p>Unknown values are empty strings; an unknown {@code pincode} is {@code 0}. {@code status} is
   * {@code VERIFIED}, {@code INVALID}, or {@code APPROVAL_PENDING} while the beneficiary waits for approval and
   * cannot be paid.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Find a beneficiary by bank account.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public FindResult find(FindInput input) {
    return calls.call(FIND, input, FindResult.class);
  }

  /**
   * List beneficiaries.
   *
   * <p>An extension of the classic contract. Newest first, with the fields of Get a beneficiary; those that were
   * removed are not listed. Pass {@code lastReturnId} to get the next page.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list(ListInput input) {
    return calls.list(LIST, input, ListItem.class);
  }

  /**
   * List beneficiaries.
   *
   * <p>An extension of the classic contract. Newest first, with the fields of Get a beneficiary; those that were
   * removed are not listed. Pass {@code lastReturnId} to get the next page.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list() {
    return calls.list(LIST, Input.EMPTY, ListItem.class);
  }

  /**
   * Remove a beneficiary.
   *
   * <p>Transfers in progress continue. You can add the ID again. If your account has an approval policy for
   * beneficiaries, the beneficiary stays until the removal is approved, and the response says so; one that is
   * still waiting to be approved is removed immediately.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code beneficiaries.get}
   */
  public RemoveResult remove(RemoveInput input) {
    return calls.call(REMOVE, input, RemoveResult.class);
  }

  /**
   * List the transfers to a beneficiary.
   *
   * <p>Newest first.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListTransfersItem> listTransfers(ListTransfersInput input) {
    return calls.list(LIST_TRANSFERS, input, ListTransfersItem.class);
  }

  /** The input of {@code beneficiaries.create}. */
  public static final class CreateInput extends Input {
    private CreateInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<CreateInput, Builder> {
      /** Needed. Your ID for the beneficiary: letters, digits and underscores. */
      public Builder beneId(String value) {
        return set("beneId", value);
      }

      /** Not required for a payee who is paid only to wallets. */
      public Builder name(String value) {
        return set("name", value);
      }

      /** Not required for a payee who is paid only to wallets. */
      public Builder email(String value) {
        return set("email", value);
      }

      /**
       * Needed. An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not
       * count.
       */
      public Builder phone(String value) {
        return set("phone", value);
      }

      /** Requires {@code ifsc}. */
      public Builder bankAccount(String value) {
        return set("bankAccount", value);
      }

      public Builder ifsc(String value) {
        return set("ifsc", value);
      }

      /** UPI ID: letters, digits, dots and underscores; hyphens only before the &#64;. */
      public Builder vpa(String value) {
        return set("vpa", value);
      }

      public Builder address1(String value) {
        return set("address1", value);
      }

      public Builder address2(String value) {
        return set("address2", value);
      }

      /** Letters and spaces. */
      public Builder city(String value) {
        return set("city", value);
      }

      /** Letters and spaces. */
      public Builder state(String value) {
        return set("state", value);
      }

      public Builder pincode(String value) {
        return set("pincode", value);
      }

      /** A masked Visa or MasterCard number, never a full one. */
      public Builder cardNo(String value) {
        return set("cardNo", value);
      }

      /** {@code DEFAULT} is the only active group. */
      public Builder group(String value) {
        return set("group", value);
      }

      /** What you pay this beneficiary for, in your own words. An extension of the classic contract. */
      public Builder purpose(String value) {
        return set("purpose", value);
      }

      @Override
      public CreateInput build() {
        return new CreateInput(this);
      }
    }
  }

  /**
   * The answer of {@code beneficiaries.create}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record CreateResult(
      String status,
      String subCode,
      String message,
      String requestId) {}

  /** The input of {@code beneficiaries.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
      /** Needed. Your ID for the beneficiary: letters, digits and underscores. */
      public Builder beneId(String value) {
        return set("beneId", value);
      }

      @Override
      public GetInput build() {
        return new GetInput(this);
      }
    }
  }

  /**
   * The answer of {@code beneficiaries.get}.
   *
   * @param purpose What you pay this beneficiary for; absent if you gave nothing.
   * @param requestId The id under which the server has logged the call.
   */
  public record GetResult(
      String subCode,
      String message,
      String beneId,
      String name,
      String groupName,
      String email,
      String phone,
      String address1,
      String address2,
      String city,
      String state,
      String pincode,
      String bankAccount,
      String ifsc,
      String status,
      String vpa,
      String addedOn,
      String maskedCard,
      String purpose,
      String requestId) {}

  /** The input of {@code beneficiaries.find}. */
  public static final class FindInput extends Input {
    private FindInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<FindInput, Builder> {
      /** Needed. */
      public Builder bankAccount(String value) {
        return set("bankAccount", value);
      }

      /** Needed. */
      public Builder ifsc(String value) {
        return set("ifsc", value);
      }

      @Override
      public FindInput build() {
        return new FindInput(this);
      }
    }
  }

  /**
   * The answer of {@code beneficiaries.find}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record FindResult(
      String status,
      String subCode,
      String message,
      String beneId,
      String requestId) {}

  /** The input of {@code beneficiaries.list}. */
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

      /**
       * Only beneficiaries with this status. One of {@code VERIFIED}, {@code INVALID}, {@code APPROVAL_PENDING}.
       */
      public Builder status(String value) {
        return set("status", value);
      }

      @Override
      public ListInput build() {
        return new ListInput(this);
      }
    }
  }

  /**
   * One of the list of {@code beneficiaries.list}.
   *
   * @param purpose What you pay this beneficiary for; absent if you gave nothing.
   */
  public record ListItem(
      String beneId,
      String name,
      String groupName,
      String email,
      String phone,
      String address1,
      String address2,
      String city,
      String state,
      String pincode,
      String bankAccount,
      String ifsc,
      String status,
      String vpa,
      String addedOn,
      String maskedCard,
      String purpose) {}

  /** The input of {@code beneficiaries.remove}. */
  public static final class RemoveInput extends Input {
    private RemoveInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<RemoveInput, Builder> {
      /** Needed. Your ID for the beneficiary: letters, digits and underscores. */
      public Builder beneId(String value) {
        return set("beneId", value);
      }

      @Override
      public RemoveInput build() {
        return new RemoveInput(this);
      }
    }
  }

  /**
   * The answer of {@code beneficiaries.remove}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record RemoveResult(
      String status,
      String subCode,
      String message,
      String requestId) {}

  /** The input of {@code beneficiaries.listTransfers}. */
  public static final class ListTransfersInput extends Input {
    private ListTransfersInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<ListTransfersInput, Builder> {
      /** Needed. Your ID for the beneficiary: letters, digits and underscores. */
      public Builder beneId(String value) {
        return set("beneId", value);
      }

      /** Requires {@code endDate}. */
      public Builder startDate(String value) {
        return set("startDate", value);
      }

      /** Before today (Indian time). */
      public Builder endDate(String value) {
        return set("endDate", value);
      }

      public Builder perPage(long value) {
        return set("perPage", value);
      }

      @Override
      public ListTransfersInput build() {
        return new ListTransfersInput(this);
      }
    }
  }

  /** One of the list of {@code beneficiaries.listTransfers}. */
  public record ListTransfersItem(
      String transferDate,
      String amount,
      String mode,
      String beneId,
      String status) {}
}
