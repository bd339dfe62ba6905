package vitaran;

/**
 * The server may have acted, and did not say so: a timeout, a cut connection or a 5xx. Not a failure: never pay
 * again under another id. Ask for the status under the same id, with the verb that the message names.
 */
public final class OutcomeUnknownException extends VitaranException {
  private static final long serialVersionUID = 1;

  OutcomeUnknownException(String message, ErrorFacts facts) {
    super(ErrorKind.OUTCOME_UNKNOWN, message, facts);
  }
}
