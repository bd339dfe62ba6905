// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.math.BigDecimal;
import java.util.List;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Listing;
import vitaran.Money;
import vitaran.Operation;

/** The verbs of {@code transfers}: {@code vitaran.transfers()}. Safe for many threads. */
public class Transfers {
  private static final Operation CREATE =
      Operation.of("transfers.create", "POST", "/payout/v1.2/requestTransfer")
          .order("transferId", "transfers.get")
          .amounts("amount")
          .build();
  private static final Operation CREATE_ASYNC =
      Operation.of("transfers.createAsync", "POST", "/payout/v1.2/requestAsyncTransfer")
          .order("transferId", "transfers.get")
          .amounts("amount")
          .build();
  private static final Operation CREATE_DIRECT =
      Operation.of("transfers.createDirect", "POST", "/payout/v1.2/directTransfer")
          .order("transferId", "transfers.get")
          .amounts("amount")
          .build();
  private static final Operation CREATE_TO_CARD =
      Operation.of("transfers.createToCard", "POST", "/payout/v1/cardpay")
          .order("transferId", "transfers.get")
          .amounts("amount")
          .build();
  private static final Operation GET =
      Operation.of("transfers.get", "GET", "/payout/v1.2/getTransferStatus")
          .pick("transfer")
          .inQuery("transferId", "referenceId")
          .build();
  private static final Operation LIST =
      Operation.of("transfers.list", "GET", "/payout/v1/getTransfers")
          .list("transfers", Operation.Turn.LAST_RETURN_ID)
          .inQuery("maxReturn", "lastReturnId", "date", "startDate", "endDate", "transferId", "beneId", "status", "minAmount", "maxAmount")
          .amounts("minAmount", "maxAmount")
          .build();
  private static final Operation CANCEL =
      Operation.of("transfers.cancel", "POST", "/payout/v1.2/cancelTransfer")
          .change("transfers.get")
          .build();

  private final Calls calls;

  public Transfers(Calls calls) {
    this.calls = calls;
  }

  /**
   * Pay a beneficiary.
   *
   * <p>Responds as soon as the bank does, or with PENDING after the merchant's waiting time (5 seconds).
   *
   * <p>Repeated only under the same id, which pays once.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code transfers.get}
   */
  public CreateResult create(CreateInput input) {
    return calls.call(CREATE, input, CreateResult.class);
  }

  /**
   * Pay a beneficiary asynchronously.
   *
   * <p>Responds as soon as the request is stored. The outcome arrives by webhook and in getTransferStatus.
   *
   * <p>Repeated only under the same id, which pays once.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code transfers.get}
   */
  public CreateAsyncResult createAsync(CreateAsyncInput input) {
    return calls.call(CREATE_ASYNC, input, CreateAsyncResult.class);
  }

  /**
   * Pay without adding a beneficiary.
   *
   * <p>Bank transfers require {@code bankAccount} and {@code ifsc}, UPI requires {@code vpa}, wallets and
   * {@code phone} require {@code phone}; in version 1.2 wallets require nothing else. Responds as soon as the
   * bank does, or with PENDING after the merchant's waiting time (5 seconds).
   *
   * <p>Repeated only under the same id, which pays once.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code transfers.get}
   */
  public CreateDirectResult createDirect(CreateDirectInput input) {
    return calls.call(CREATE_DIRECT, input, CreateDirectResult.class);
  }

  /**
   * Pay to a card.
   *
   * <p>Takes a network token, never a card number: a token issued to you as token requestor, with the cryptogram
   * for this payment. An expired token is refused. The beneficiary's bank may take up to 48 hours to credit the
   * card.
   *
   * <p>Repeated only under the same id, which pays once.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 409, 412, 413, 422, 429,
   *     502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code transfers.get}
   */
  public CreateToCardResult createToCard(CreateToCardInput input) {
    return calls.call(CREATE_TO_CARD, input, CreateToCardResult.class);
  }

  /**
   * Get a transfer.
   *
   * <p>By our referenceId, your transferId, or both, if they belong to the same transfer. The call also succeeds
   * for a transfer that failed: check {@code data.transfer.status}. In v1.2, a QUEUED transfer that waits for
   * money behind another one names it in {@code waitsBehind}: transfers of a fund source are paid in their
   * order.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get(GetInput input) {
    return calls.call(GET, input, GetResult.class);
  }

  /**
   * Get a transfer.
   *
   * <p>By our referenceId, your transferId, or both, if they belong to the same transfer. The call also succeeds
   * for a transfer that failed: check {@code data.transfer.status}. In v1.2, a QUEUED transfer that waits for
   * money behind another one names it in {@code waitsBehind}: transfers of a fund source are paid in their
   * order.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 404, 412, 422, 429, 502, 503
   */
  public GetResult get() {
    return calls.call(GET, Input.EMPTY, GetResult.class);
  }

  /**
   * List transfers.
   *
   * <p>In the order in which we accepted them. Pass {@code lastReturnId} to get the next page with the same
   * filters; the last page has none. The filters besides {@code date} extend the classic contract; a transfer
   * matches all of them.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list(ListInput input) {
    return calls.list(LIST, input, ListItem.class);
  }

  /**
   * List transfers.
   *
   * <p>In the order in which we accepted them. Pass {@code lastReturnId} to get the next page with the same
   * filters; the last page has none. The filters besides {@code date} extend the classic contract; a transfer
   * matches all of them.
   *
   * <p>Changes nothing; repeated when no answer came.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 403, 412, 422, 429, 502, 503
   */
  public Listing<ListItem> list() {
    return calls.list(LIST, Input.EMPTY, ListItem.class);
  }

  /**
   * Cancel a transfer.
   *
   * <p>Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval or for the
   * hours of its rail. Once a bank has it, it cannot be cancelled. An extension of the classic contract.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code transfers.get}
   */
  public CancelResult cancel(CancelInput input) {
    return calls.call(CANCEL, input, CancelResult.class);
  }

  /**
   * Cancel a transfer.
   *
   * <p>Cancels a transfer that has not been sent to a bank: scheduled, queued, waiting for approval or for the
   * hours of its rail. Once a bank has it, it cannot be cancelled. An extension of the classic contract.
   *
   * <p>Repeated only when the server cannot have acted on it.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code transfers.get}
   */
  public CancelResult cancel() {
    return calls.call(CANCEL, Input.EMPTY, CancelResult.class);
  }

  /** The input of {@code transfers.create}. */
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

      /** Needed. Your ID for the transfer. The same ID always means the same transfer. */
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      /**
       * With {@code banktransfer} we choose between IMPS, NEFT and RTGS. {@code phone} pays by UPI to the UPI ID
       * most recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
       * One of {@code banktransfer}, {@code imps}, {@code neft}, {@code rtgs}, {@code upi}, {@code paytm},
       * {@code amazonpay}, {@code card}, {@code phone}.
       */
      public Builder transferMode(String value) {
        return set("transferMode", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      /**
       * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund
       * source.
       */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      /**
       * Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
       * contract.
       */
      public Builder processOn(String value) {
        return set("processOn", value);
      }

      /**
       * When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of the
       * contract.
       */
      public Builder priority(long value) {
        return set("priority", value);
      }

      @Override
      public CreateInput build() {
        return new CreateInput(this);
      }
    }
  }

  /**
   * The answer of {@code transfers.create}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param referenceId Our ID of the transfer.
   * @param utr The bank's reference, once the transfer is paid.
   * @param acknowledged 1 once the beneficiary's bank has credited the money. One of {@code 0}, {@code 1}.
   * @param reason For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.
   * @param description With {@code reason}: what happened to the money, and what to do.
   * @param requestId The id under which the server has logged the call.
   */
  public record CreateResult(
      String status,
      String subCode,
      String message,
      String referenceId,
      String utr,
      Integer acknowledged,
      String reason,
      String description,
      String requestId) {}

  /** The input of {@code transfers.createAsync}. */
  public static final class CreateAsyncInput extends Input {
    private CreateAsyncInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<CreateAsyncInput, Builder> {
      /** Needed. Your ID for the beneficiary: letters, digits and underscores. */
      public Builder beneId(String value) {
        return set("beneId", value);
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

      /** Needed. Your ID for the transfer. The same ID always means the same transfer. */
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      /**
       * With {@code banktransfer} we choose between IMPS, NEFT and RTGS. {@code phone} pays by UPI to the UPI ID
       * most recently linked to the beneficiary's phone number, if the bank has the beneficiary's name for it.
       * One of {@code banktransfer}, {@code imps}, {@code neft}, {@code rtgs}, {@code upi}, {@code paytm},
       * {@code amazonpay}, {@code card}, {@code phone}.
       */
      public Builder transferMode(String value) {
        return set("transferMode", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      /**
       * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund
       * source.
       */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      /**
       * Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
       * contract.
       */
      public Builder processOn(String value) {
        return set("processOn", value);
      }

      /**
       * When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of the
       * contract.
       */
      public Builder priority(long value) {
        return set("priority", value);
      }

      @Override
      public CreateAsyncInput build() {
        return new CreateAsyncInput(this);
      }
    }
  }

  /**
   * The answer of {@code transfers.createAsync}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param referenceId Our ID of the transfer.
   * @param requestId The id under which the server has logged the call.
   */
  public record CreateAsyncResult(
      String status,
      String subCode,
      String message,
      String referenceId,
      String requestId) {}

  /** The input of {@code transfers.createDirect}. */
  public static final class CreateDirectInput extends Input {
    private CreateDirectInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<CreateDirectInput, Builder> {
      /** Needed. */
      public Builder beneDetails(BeneDetails value) {
        return set("beneDetails", value);
      }

      /**
       * Needed. With {@code banktransfer} we choose between IMPS, NEFT and RTGS. {@code phone} pays by UPI to
       * the UPI ID most recently linked to the beneficiary's phone number, if the bank has the beneficiary's
       * name for it. One of {@code banktransfer}, {@code imps}, {@code neft}, {@code rtgs}, {@code upi},
       * {@code paytm}, {@code amazonpay}, {@code card}, {@code phone}.
       */
      public Builder transferMode(String value) {
        return set("transferMode", value);
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

      /** Needed. Your ID for the transfer. The same ID always means the same transfer. */
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      /**
       * The fund source that pays. Default: chosen by your shares; without shares, the wallet, or your only fund
       * source.
       */
      public Builder paymentInstrumentId(String value) {
        return set("paymentInstrumentId", value);
      }

      /**
       * Do not send before this time (Indian time); at most 365 days ahead. An extension of the classic
       * contract.
       */
      public Builder processOn(String value) {
        return set("processOn", value);
      }

      /**
       * When transfers wait for money, higher numbers go first, then earlier transfers. Our extension of the
       * contract.
       */
      public Builder priority(long value) {
        return set("priority", value);
      }

      @Override
      public CreateDirectInput build() {
        return new CreateDirectInput(this);
      }
    }

    /** In {@code beneDetails}. */
    public static final class BeneDetails extends Input {
      private BeneDetails(Builder builder) {
        super(builder);
      }

      public static Builder builder() {
        return new Builder();
      }

      public static final class Builder extends Input.Builder<BeneDetails, Builder> {
        /** Not looked up: we pay the details given here. */
        public Builder beneId(String value) {
          return set("beneId", value);
        }

        /** Required, except for wallets, which require only {@code phone}. */
        public Builder name(String value) {
          return set("name", value);
        }

        /** Not required for a payee who is paid only to wallets. */
        public Builder email(String value) {
          return set("email", value);
        }

        /**
         * An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do not count.
         */
        public Builder phone(String value) {
          return set("phone", value);
        }

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

        @Override
        public BeneDetails build() {
          return new BeneDetails(this);
        }
      }
    }
  }

  /**
   * The answer of {@code transfers.createDirect}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param referenceId Our ID of the transfer.
   * @param utr The bank's reference, once the transfer is paid.
   * @param acknowledged 1 once the beneficiary's bank has credited the money. One of {@code 0}, {@code 1}.
   * @param reason For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.
   * @param description With {@code reason}: what happened to the money, and what to do.
   * @param requestId The id under which the server has logged the call.
   */
  public record CreateDirectResult(
      String status,
      String subCode,
      String message,
      String referenceId,
      String utr,
      Integer acknowledged,
      String reason,
      String description,
      String requestId) {}

  /** The input of {@code transfers.createToCard}. */
  public static final class CreateToCardInput extends Input {
    private CreateToCardInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<CreateToCardInput, Builder> {
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

      /** Needed. Your ID for the transfer. The same ID always means the same transfer. */
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      /** Needed. */
      public Builder token(String value) {
        return set("token", value);
      }

      /** Needed. One of {@code DEBIT}, {@code CREDIT}. */
      public Builder cardType(String value) {
        return set("cardType", value);
      }

      public Builder name(String value) {
        return set("name", value);
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
      public CreateToCardInput build() {
        return new CreateToCardInput(this);
      }
    }
  }

  /**
   * The answer of {@code transfers.createToCard}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param referenceId Our ID of the transfer.
   * @param utr The bank's reference, once the transfer is paid.
   * @param acknowledged 1 once the beneficiary's bank has credited the money. One of {@code 0}, {@code 1}.
   * @param reason For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.
   * @param description With {@code reason}: what happened to the money, and what to do.
   * @param requestId The id under which the server has logged the call.
   */
  public record CreateToCardResult(
      String status,
      String subCode,
      String message,
      String referenceId,
      String utr,
      Integer acknowledged,
      String reason,
      String description,
      String requestId) {}

  /** The input of {@code transfers.get}. */
  public static final class GetInput extends Input {
    private GetInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<GetInput, Builder> {
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
   * The answer of {@code transfers.get}.
   *
   * @param beneId Empty for a direct transfer.
   * @param status One of {@code RECEIVED}, {@code APPROVAL_PENDING}, {@code QUEUED}, {@code PENDING},
   *     {@code SUCCESS}, {@code FAILED}, {@code REJECTED}, {@code REVERSED}.
   * @param addedOn Indian time; {@code 0000-00-00 00:00:00} until it happens.
   * @param processedOn Indian time; {@code 0000-00-00 00:00:00} until it happens.
   * @param reason Why the transfer was not paid, or was reversed. One of {@code BANK_GATEWAY_ERROR},
   *     {@code BENE_BANK_DECLINED}, {@code FAILED}, {@code INVALID_IFSC_FAIL}, {@code INVALID_ACCOUNT_FAIL},
   *     {@code RETURNED_FROM_BENEFICIARY}, {@code INSUFFICIENT_BALANCE}, {@code IMPS_MODE_FAIL},
   *     {@code RTGS_MODE_FAIL}, {@code REINITIALIZE_TRANSFER_LATER}, {@code NRE_ACCOUNT_FAIL},
   *     {@code ACCOUNT_BLOCKED}, {@code DEST_LIMIT_REACHED}, {@code INVALID_MODE_FAIL},
   *     {@code NPCI_UNAVAILABLE}, {@code BENEFICIARY_BANK_OFFLINE}, {@code INVALID_AMOUNT_FAIL},
   *     {@code SUSPECTED_TRANSFER}, {@code BENE_NAME_DIFFERS}, {@code DISABLED_MODE},
   *     {@code AMAZON_AMOUNT_EXCEED}, {@code BENEFICIARY_BLACKLISTED}, {@code PAYOUT_INACTIVE},
   *     {@code INVALID_TRANSFER_AMOUNT}, {@code BENEFICIARY_NOT_EXIST}, {@code BENEFICIARY_INVALID_MODE},
   *     {@code INVALID_BENE_ACCOUNT_OR_IFSC}, {@code INVALID_OR_NO_SUCH_ACCOUNT_TYPE}, {@code ANY_OTHER_REASON},
   *     {@code CANCELLED}, {@code APPROVAL_REJECTED}, {@code APPROVAL_EXPIRED}, {@code PAID_AFTER_FAILURE},
   *     {@code PAID_LATE_AND_RETURNED}, {@code PAID_TWICE}.
   * @param description With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the
   *     money of a transfer that had failed, and what to do. An extension of the classic contract.
   * @param transferMode One of {@code BANK}, {@code UPI}, {@code PAYTM}, {@code AMAZONPAY}, {@code CARD},
   *     {@code phone}.
   * @param acknowledged One of {@code 0}, {@code 1}.
   * @param phone In v1.2.
   * @param paymentInstrumentId The fund source that pays; in v1.2.
   * @param nameMatchScore How well the names match; absent if you gave no name, or one that cannot be
   *     compared: then compare nameAtBank. One of {@code 100}, {@code 85}, {@code 61}, {@code 55}, {@code 14}.
   * @param nameMatchResult One of {@code DIRECT_MATCH}, {@code GOOD_PARTIAL_MATCH},
   *     {@code MODERATE_PARTIAL_MATCH}, {@code POOR_PARTIAL_MATCH}, {@code NO_MATCH}.
   */
  public record GetResult(
      String transferId,
      String referenceId,
      String bankAccount,
      String ifsc,
      String beneId,
      String amount,
      String status,
      String utr,
      String addedOn,
      String processedOn,
      String reason,
      String description,
      String transferMode,
      Integer acknowledged,
      String vpa,
      String phone,
      String paymentInstrumentId,
      WaitsBehind waitsBehind,
      Integer nameMatchScore,
      String nameMatchResult) {
    /**
     * In {@code waitsBehind}.
     *
     * @param transferId Absent if it is a withdrawal.
     */
    public record WaitsBehind(
        String transferId,
        String referenceId,
        String amount) {}
  }

  /** The input of {@code transfers.list}. */
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

      /** Only transfers of this day (Indian time). */
      public Builder date(String value) {
        return set("date", value);
      }

      /** Only transfers of this day or later (Indian time). */
      public Builder startDate(String value) {
        return set("startDate", value);
      }

      /** Only transfers of this day or earlier (Indian time). */
      public Builder endDate(String value) {
        return set("endDate", value);
      }

      /** Only the transfer with this ID of yours. */
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      /** Only transfers to this beneficiary. */
      public Builder beneId(String value) {
        return set("beneId", value);
      }

      /**
       * Only transfers with this status. One of {@code RECEIVED}, {@code APPROVAL_PENDING}, {@code QUEUED},
       * {@code PENDING}, {@code SUCCESS}, {@code FAILED}, {@code REJECTED}, {@code REVERSED}.
       */
      public Builder status(String value) {
        return set("status", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder minAmount(String value) {
        return set("minAmount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder minAmount(BigDecimal value) {
        return set("minAmount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder minAmount(Money value) {
        return set("minAmount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder maxAmount(String value) {
        return set("maxAmount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder maxAmount(BigDecimal value) {
        return set("maxAmount", value);
      }

      /** Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a double. */
      public Builder maxAmount(Money value) {
        return set("maxAmount", value);
      }

      @Override
      public ListInput build() {
        return new ListInput(this);
      }
    }
  }

  /**
   * One of the list of {@code transfers.list}.
   *
   * @param beneId Empty for a direct transfer.
   * @param status One of {@code RECEIVED}, {@code APPROVAL_PENDING}, {@code QUEUED}, {@code PENDING},
   *     {@code SUCCESS}, {@code FAILED}, {@code REJECTED}, {@code REVERSED}.
   * @param addedOn Indian time; {@code 0000-00-00 00:00:00} until it happens.
   * @param processedOn Indian time; {@code 0000-00-00 00:00:00} until it happens.
   * @param acknowledged One of {@code 0}, {@code 1}.
   * @param description With the reasons PAID_AFTER_FAILURE and PAID_LATE_AND_RETURNED: what happened to the
   *     money of a transfer that had failed, and what to do. An extension of the classic contract.
   * @param reason Why the transfer was not paid, or was reversed. One of {@code BANK_GATEWAY_ERROR},
   *     {@code BENE_BANK_DECLINED}, {@code FAILED}, {@code INVALID_IFSC_FAIL}, {@code INVALID_ACCOUNT_FAIL},
   *     {@code RETURNED_FROM_BENEFICIARY}, {@code INSUFFICIENT_BALANCE}, {@code IMPS_MODE_FAIL},
   *     {@code RTGS_MODE_FAIL}, {@code REINITIALIZE_TRANSFER_LATER}, {@code NRE_ACCOUNT_FAIL},
   *     {@code ACCOUNT_BLOCKED}, {@code DEST_LIMIT_REACHED}, {@code INVALID_MODE_FAIL},
   *     {@code NPCI_UNAVAILABLE}, {@code BENEFICIARY_BANK_OFFLINE}, {@code INVALID_AMOUNT_FAIL},
   *     {@code SUSPECTED_TRANSFER}, {@code BENE_NAME_DIFFERS}, {@code DISABLED_MODE},
   *     {@code AMAZON_AMOUNT_EXCEED}, {@code BENEFICIARY_BLACKLISTED}, {@code PAYOUT_INACTIVE},
   *     {@code INVALID_TRANSFER_AMOUNT}, {@code BENEFICIARY_NOT_EXIST}, {@code BENEFICIARY_INVALID_MODE},
   *     {@code INVALID_BENE_ACCOUNT_OR_IFSC}, {@code INVALID_OR_NO_SUCH_ACCOUNT_TYPE}, {@code ANY_OTHER_REASON},
   *     {@code CANCELLED}, {@code APPROVAL_REJECTED}, {@code APPROVAL_EXPIRED}, {@code PAID_AFTER_FAILURE},
   *     {@code PAID_LATE_AND_RETURNED}, {@code PAID_TWICE}.
   */
  public record ListItem(
      String transferId,
      String referenceId,
      String bankAccount,
      String beneId,
      String amount,
      String status,
      String utr,
      String addedOn,
      String processedOn,
      Integer acknowledged,
      String description,
      String reason) {}

  /** The input of {@code transfers.cancel}. */
  public static final class CancelInput extends Input {
    private CancelInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<CancelInput, Builder> {
      public Builder transferId(String value) {
        return set("transferId", value);
      }

      public Builder referenceId(String value) {
        return set("referenceId", value);
      }

      @Override
      public CancelInput build() {
        return new CancelInput(this);
      }
    }
  }

  /**
   * The answer of {@code transfers.cancel}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param requestId The id under which the server has logged the call.
   */
  public record CancelResult(
      String status,
      String subCode,
      String message,
      String transferId,
      String referenceId,
      String requestId) {}
}
