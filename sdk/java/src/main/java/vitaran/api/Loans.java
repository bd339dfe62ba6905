// Written from the contract by sdk/generate; npm run write-contract writes it again.
package vitaran.api;

import java.math.BigDecimal;
import java.util.List;
import vitaran.Calls;
import vitaran.Input;
import vitaran.Money;
import vitaran.Operation;

/** The verbs of {@code loans}: {@code vitaran.loans()}. Safe for many threads. */
public class Loans {
  private static final Operation DISBURSE =
      Operation.of("loans.disburse", "POST", "/payout/v1/lend")
          .order("loanId", "transfers.get")
          .amounts("amount", "serviceCharges.*.value")
          .build();

  private final Calls calls;

  public Loans(Calls calls) {
    this.calls = calls;
  }

  /**
   * Disburse a co-lending loan.
   *
   * <p>Takes the lender's share and yours by the agreed split, and pays the borrower the amount minus all
   * service charges. A loan is all or nothing: if either ledger cannot cover its share, neither is debited. Get
   * the loan like any other transfer, with {@code loanId} as {@code transferId}. Money that is not paid goes
   * back to the ledgers it came from.
   *
   * <p>Repeated only under the same id, which pays once.
   *
   * @throws vitaran.VitaranException with a subCode; refused with HTTP 400, 403, 404, 409, 412, 413, 422,
   *     429, 502, 503
   * @throws vitaran.OutcomeUnknownException when no answer came: ask {@code transfers.get}
   */
  public DisburseResult disburse(DisburseInput input) {
    return calls.call(DISBURSE, input, DisburseResult.class);
  }

  /** The input of {@code loans.disburse}. */
  public static final class DisburseInput extends Input {
    private DisburseInput(Builder builder) {
      super(builder);
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder extends Input.Builder<DisburseInput, Builder> {
      /** Your ID for the beneficiary: letters, digits and underscores. */
      public Builder beneId(String value) {
        return set("beneId", value);
      }

      public Builder beneDetails(BeneDetails value) {
        return set("beneDetails", value);
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

      /** Needed. Your ID for the loan and its transfer. The same ID always means the same loan. */
      public Builder loanId(String value) {
        return set("loanId", value);
      }

      /**
       * With {@code banktransfer} we choose between IMPS, NEFT and RTGS. One of {@code banktransfer},
       * {@code imps}, {@code neft}, {@code rtgs}, {@code upi}, {@code paytm}, {@code amazonpay}, {@code card}.
       */
      public Builder transferMode(String value) {
        return set("transferMode", value);
      }

      public Builder remarks(String value) {
        return set("remarks", value);
      }

      /**
       * Needed. What is deducted from the amount: up to 20 charges with names of your choice, or an empty list.
       * The charge named {@code LENDER} goes to the lender, all others to you.
       */
      public Builder serviceCharges(List<ServiceChargesItem> value) {
        return set("serviceCharges", value);
      }

      /** Ignored. */
      public Builder transferType(String value) {
        return set("transferType", value);
      }

      @Override
      public DisburseInput build() {
        return new DisburseInput(this);
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

        /** Needed. Not required for a payee who is paid only to wallets. */
        public Builder name(String value) {
          return set("name", value);
        }

        /** Needed. Not required for a payee who is paid only to wallets. */
        public Builder email(String value) {
          return set("email", value);
        }

        /**
         * Needed. An Indian number: 8 to 12 digits, with or without +91 or 0; blanks, hyphens and brackets do
         * not count.
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

    /** In {@code serviceCharges}. */
    public static final class ServiceChargesItem extends Input {
      private ServiceChargesItem(Builder builder) {
        super(builder);
      }

      public static Builder builder() {
        return new Builder();
      }

      public static final class Builder extends Input.Builder<ServiceChargesItem, Builder> {
        /** Needed. */
        public Builder key(String value) {
          return set("key", value);
        }

        /**
         * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a
         * double.
         */
        public Builder value(String value) {
          return set("value", value);
        }

        /**
         * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a
         * double.
         */
        public Builder value(BigDecimal value) {
          return set("value", value);
        }

        /**
         * Needed. Rupees, exactly: as text ("1243.50"), BigDecimal or Money. At most two decimals; never a
         * double.
         */
        public Builder value(Money value) {
          return set("value", value);
        }

        @Override
        public ServiceChargesItem build() {
          return new ServiceChargesItem(this);
        }
      }
    }
  }

  /**
   * The answer of {@code loans.disburse}.
   *
   * @param status One of {@code SUCCESS}, {@code PENDING}, {@code ACCEPTED}, {@code ERROR}, {@code FAILED}.
   * @param referenceId Our ID of the transfer.
   * @param utr The bank's reference, once the transfer is paid.
   * @param acknowledged 1 once the beneficiary's bank has credited the money. One of {@code 0}, {@code 1}.
   * @param reason For a failed transfer that was paid later, for example PAID_AFTER_FAILURE.
   * @param description With {@code reason}: what happened to the money, and what to do.
   * @param requestId The id under which the server has logged the call.
   */
  public record DisburseResult(
      String status,
      String subCode,
      String message,
      String referenceId,
      String utr,
      Integer acknowledged,
      String reason,
      String description,
      String requestId) {}
}
