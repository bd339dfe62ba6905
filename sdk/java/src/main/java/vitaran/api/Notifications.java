// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.util.List;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Operation;

/** The verbs of {@code notifications}: {@code vitaran.notifications()}. Safe for many threads. */
public class Notifications {
  private static final Operation LIST =
      Operation.of("notifications.list", "GET", "/payout/v1.2/notifications")
          .list("categories", Operation.Turn.NOTHING)
          .build();
  private static final Operation SET_ENABLED =
      Operation.of("notifications.setEnabled", "POST", "/payout/v1.2/notifications/{category}")
          .change("notifications.list")
          .build();
  private static final Operation SET_RECIPIENTS =
      Operation.of("notifications.setRecipients", "POST", "/payout/v1.2/notifications/{category}/recipients")
          .change("notifications.list")
          .build();
  private static final Operation ADD_RECIPIENTS =
      Operation.of("notifications.addRecipients", "POST", "/payout/v1.2/notifications/{category}/addRecipients")
          .change("notifications.list")
          .build();
  private static final Operation REMOVE_RECIPIENT =
      Operation.of("notifications.removeRecipient", "POST", "/payout/v1.2/notifications/{category}/deleteRecipient")
          .change("notifications.list")
          .build();

  private final Calls calls;

  public Notifications(Calls calls) {
    this.calls = calls;
  }

  /**
   * Get e-mail notification settings.
   *
   * <p>An extension of the classic contract. Every category, whether it is on, and its recipients.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 429, 502, 503
   */
  public Listing<ListItem> list() {
    return calls.list(LIST, Input.EMPTY, ListItem.class);
  }

  /**
   * Turn e-mail notifications on or off.
   *
   * <p>An extension of the classic contract. The recipients are kept.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code notifications.list}
   */
  public SetEnabledResult setEnabled(SetEnabledInput input) {
    return calls.call(SET_ENABLED, input, SetEnabledResult.class);
  }

  /**
   * Set the recipients of e-mail notifications.
   *
   * <p>An extension of the classic contract. Replaces the current recipients; an empty list removes all of them.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code notifications.list}
   */
  public SetRecipientsResult setRecipients(SetRecipientsInput input) {
    return calls.call(SET_RECIPIENTS, input, SetRecipientsResult.class);
  }

  /**
   * Add recipients of e-mail notifications.
   *
   * <p>An extension of the classic contract. Adds all of them, or none if that would make more than ten.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code notifications.list}
   */
  public AddRecipientsResult addRecipients(AddRecipientsInput input) {
    return calls.call(ADD_RECIPIENTS, input, AddRecipientsResult.class);
  }

  /**
   * Remove a recipient of e-mail notifications.
   *
   * <p>An extension of the classic contract.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code notifications.list}
   */
  public RemoveRecipientResult removeRecipient(RemoveRecipientInput input) {
    return calls.call(REMOVE_RECIPIENT, input, RemoveRecipientResult.class);
  }

  /**
   * One of the list of {@code notifications.list}.
   *
   * @param category The name that the other calls use.
   * @param enabled One of {@code 0}, {@code 1}.
   * @param recipients At most ten.
   */
  public record ListItem(
      String category,
      String name,
      String description,
      Integer enabled,
      List<String> recipients) {}

  /** The input of {@code notifications.setEnabled}. */
  public static final class SetEnabledInput extends Input {
    private SetEnabledInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<SetEnabledInput, Builder> {
      /** Needed. A category from {@code GET /notifications}. */
      public Builder category(String value) {
        return set("category", value);
      }

      /** Needed. */
      public Builder enabled(int value) {
        return set("enabled", value);
      }

      @Override
      public SetEnabledInput build() {
        return new SetEnabledInput(this);
      }
    }
  }

  /**
   * The answer of {@code notifications.setEnabled}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param category The name that the other calls use.
   * @param enabled One of {@code 0}, {@code 1}.
   * @param recipients At most ten.
   * @param requestId The id under which the server has logged the call.
   */
  public record SetEnabledResult(
      String status,
      String subCode,
      String message,
      String category,
      String name,
      String description,
      Integer enabled,
      List<String> recipients,
      String requestId) {}

  /** The input of {@code notifications.setRecipients}. */
  public static final class SetRecipientsInput extends Input {
    private SetRecipientsInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<SetRecipientsInput, Builder> {
      /** Needed. A category from {@code GET /notifications}. */
      public Builder category(String value) {
        return set("category", value);
      }

      /** Needed. E-mail addresses, as a list or separated by commas; at most ten per category. */
      public Builder recipients(List<String> value) {
        return set("recipients", value);
      }

      @Override
      public SetRecipientsInput build() {
        return new SetRecipientsInput(this);
      }
    }
  }

  /**
   * The answer of {@code notifications.setRecipients}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param category The name that the other calls use.
   * @param enabled One of {@code 0}, {@code 1}.
   * @param recipients At most ten.
   * @param requestId The id under which the server has logged the call.
   */
  public record SetRecipientsResult(
      String status,
      String subCode,
      String message,
      String category,
      String name,
      String description,
      Integer enabled,
      List<String> recipients,
      String requestId) {}

  /** The input of {@code notifications.addRecipients}. */
  public static final class AddRecipientsInput extends Input {
    private AddRecipientsInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<AddRecipientsInput, Builder> {
      /** Needed. A category from {@code GET /notifications}. */
      public Builder category(String value) {
        return set("category", value);
      }

      /** Needed. E-mail addresses, as a list or separated by commas; at most ten per category. */
      public Builder recipients(List<String> value) {
        return set("recipients", value);
      }

      @Override
      public AddRecipientsInput build() {
        return new AddRecipientsInput(this);
      }
    }
  }

  /**
   * The answer of {@code notifications.addRecipients}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param category The name that the other calls use.
   * @param enabled One of {@code 0}, {@code 1}.
   * @param recipients At most ten.
   * @param requestId The id under which the server has logged the call.
   */
  public record AddRecipientsResult(
      String status,
      String subCode,
      String message,
      String category,
      String name,
      String description,
      Integer enabled,
      List<String> recipients,
      String requestId) {}

  /** The input of {@code notifications.removeRecipient}. */
  public static final class RemoveRecipientInput extends Input {
    private RemoveRecipientInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<RemoveRecipientInput, Builder> {
      /** Needed. A category from {@code GET /notifications}. */
      public Builder category(String value) {
        return set("category", value);
      }

      /** Needed. */
      public Builder recipient(String value) {
        return set("recipient", value);
      }

      @Override
      public RemoveRecipientInput build() {
        return new RemoveRecipientInput(this);
      }
    }
  }

  /**
   * The answer of {@code notifications.removeRecipient}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param category The name that the other calls use.
   * @param enabled One of {@code 0}, {@code 1}.
   * @param recipients At most ten.
   * @param requestId The id under which the server has logged the call.
   */
  public record RemoveRecipientResult(
      String status,
      String subCode,
      String message,
      String category,
      String name,
      String description,
      Integer enabled,
      List<String> recipients,
      String requestId) {}
}
