package vitaran;

/** What is known of a call that went wrong; null where nothing is. */
record ErrorFacts(
    String verb,
    String subCode,
    Integer httpStatus,
    String requestId,
    Long retryAfterSeconds,
    Throwable cause) {

  static final ErrorFacts NONE = new ErrorFacts(null, null, null, null, null, null);
}
