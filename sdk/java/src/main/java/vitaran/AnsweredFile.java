package vitaran;

/**
 * An answer that is a file.
 *
 * @param content the file's bytes
 * @param contentType as the server says it: {@code text/csv}
 * @param requestId the id under which the server has logged the call
 */
public record AnsweredFile(byte[] content, String contentType, String requestId) {}
